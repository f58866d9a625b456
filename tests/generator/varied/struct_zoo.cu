// Layouts that compilers could disagree about.
#include <zoo/layouts.hpp>

namespace zoo {
__global__ void bits(Flags flags, Registers registers, Mixed mixed, int* out) { *out = flags.kind + registers.low + mixed.after; }
__global__ void unions(Variant variant, Nested nested, Big big, int* out) { *out = variant.words[0] + nested.inner.deep[1][0].leaf + big.m0; }
__global__ void bases(Diamond diamond, Protected hidden, Virtualless derived, EmptyBase empty, int* out) { *out = diamond.left + derived.own; }
__global__ void aligned(Line line, Vec<double, 3> vec, Vec<Vec<char, 3>, 2> vecs, Half half, int* out) { *out = line.tag; }
}
