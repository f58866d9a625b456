// One block of SHA-256 a thread; written with digraphs, continued lines and old habits.
%:include <cstdint>

#define ROTR(x, n) \
  (((x) >> (n)) | \
   ((x) << (32 - (n))))

__constant__ uint32_t K<:64:>;

__device__ uint32_t sigma0(uint32_t x) <% return ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22); %>

//! Compresses one block into the state. \
    This line continues the comment.
__global__ void sha256_block(uint32_t state<:8:>, const uint32_t (*message)<:16:>, \
                             const char *label /* e.g. "a;b{c" */, char quote = '{', char slash = '\\')
<%
  const char *text = R"sql(
    __global__ void sha256_block(int wrong) {  // not this one ")"
  )sql";
  for (int i = 0; i < 64; ++i)
    state<:i & 7:> += sigma0(state<:(i + 1) & 7:>) + K<:i:> + message<:0:><:i & 15:> + (label ? 1'000 : 0) + text<:i:>
        + quote + slash;
%>
