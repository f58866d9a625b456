/// Chooses the instruction set and joins its forms with those that are the same for all.

#include "form.hpp"

#include "block.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace gpu_emulator::exec {

namespace portable {
extern const IsaUnit unit;
}
#if defined(GPU_EMULATOR_X86)
namespace avx2 {
extern const IsaUnit unit;
}
namespace avx512 {
extern const IsaUnit unit;
}
#endif

namespace {

struct Choice {
  const IsaUnit* unit;
  const char* name;
};

Choice best_of([[maybe_unused]] const std::string& wish) {
#if defined(GPU_EMULATOR_X86)
  __builtin_cpu_init();
  const bool has_avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl");
  if (has_avx512 && (wish.empty() || wish == "avx512")) return {&avx512::unit, "avx512"};
  if (has_avx2 && (wish.empty() || wish == "avx2" || wish == "avx512")) return {&avx2::unit, "avx2"};
#endif
  return {&portable::unit, "portable"};
}

Choice choose() {
  const std::string& wish = Settings::process().isa;
  const Choice chosen = best_of(wish);
  if (!wish.empty() && wish != chosen.name)
    std::fprintf(stderr, "gpu_emulator: warning: GPU_EMULATOR_ISA=%s: this CPU does not have it; using %s\n",
                 wish.c_str(), chosen.name);
  return chosen;
}

}  // namespace

const FormTable& form_table() {
  static const FormTable table = [] {
    const Choice chosen = choose();
    std::vector<Form> forms;
    for (unsigned long i = 0; i < chosen.unit->count; ++i)
      forms.insert(forms.end(), chosen.unit->lists[i].forms,
                   chosen.unit->lists[i].forms + chosen.unit->lists[i].count);
    for (const FormList* list : {&control_forms, &barrier_forms, &sync_forms, &atomic_forms,
                                 &wide_atomic_forms, &copy_forms, &mbarrier_forms, &video_forms})
      forms.insert(forms.end(), list->forms, list->forms + list->count);
    // Never destroyed: streams may still load and run while the process ends.
    Form* const kept = new Form[forms.size()];
    std::ranges::copy(forms, kept);
    return FormTable{kept, unsigned(forms.size()), chosen.name, chosen.unit->run};
  }();
  return table;
}

}  // namespace gpu_emulator::exec
