/// Loads and stores: address checks for 32 lanes at once, then the copies.
#pragma once

#include "convert.hpp"

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

// clang-format off
/// Lane addresses; lanes outside the mask repeat an address of the mask, so that minima and maxima hold over all 32.
inline void addresses_of(Warp& w, const Instruction& in, Mask m, unsigned slot, u64* address) {
  const u64 displacement = u64(in.immediate);
  if (in.width1 == 8) {
    const u64* base = operand<u64>(w, in, slot);
    if (m == all_lanes) {
      GPU_EMULATOR_LANES address[i] = base[i] + displacement;
    } else {
      const u64 other = base[first_lane(m)];
      GPU_EMULATOR_LANES address[i] = ((m >> i & 1) != 0 ? base[i] : other) + displacement;
    }
  } else if (in.width1 == 4) {
    const u32* base = operand<u32>(w, in, slot);
    const u32 other = base[first_lane(m)];
    GPU_EMULATOR_LANES address[i] = u32(((m >> i & 1) != 0 ? base[i] : other) + u32(displacement));
  } else {
    GPU_EMULATOR_LANES address[i] = displacement;
  }
}

struct Extent { u64 low, high, bits; };
inline Extent extent_of(const u64* address) {
  u64 low = ~u64(0), high = 0, all = 0;
  GPU_EMULATOR_LANES {
    low = address[i] < low ? address[i] : low;
    high = address[i] > high ? address[i] : high;
    all |= address[i];
  }
  return {low, high, all};
}

/// True when every bit of [first, first + count) is set.
inline bool all_set(const u8* bitmap, u64 first, u64 count) {
  const u64 last = first + count - 1;
  const u64 from = first >> 3, to = last >> 3;
  const u8 head = u8(0xff << (first & 7)), tail = u8(0xff >> (7 - (last & 7)));
  if (from == to) return (bitmap[from] & head & tail) == (head & tail);
  if ((bitmap[from] & head) != head || (bitmap[to] & tail) != tail) return false;
  for (u64 i = from + 1; i < to; ++i) if (bitmap[i] != 0xff) return false;
  return true;
}
/// True when no bit of [first, first + count) is set. A read that finds some of its bytes written is let pass: the others may be
/// padding that came along with a wide load.
inline bool none_set(const u8* bitmap, u64 first, u64 count) {
  for (u64 bit = first; bit < first + count; ++bit)
    if ((bitmap[bit >> 3] >> (bit & 7) & 1) != 0) return false;
  return true;
}
inline void set_all(u8* bitmap, u64 first, u64 count) {
  while (count != 0) {
    const u64 in_byte = 8 - (first & 7), n = count < in_byte ? count : in_byte;
    const u8 pattern = u8(((1u << n) - 1) << (first & 7));
    u8* byte = bitmap + (first >> 3);
    if ((__atomic_load_n(byte, __ATOMIC_RELAXED) & pattern) != pattern) __atomic_fetch_or(byte, pattern, __ATOMIC_RELAXED);
    first += n;
    count -= n;
  }
}

/// Checks an access to host-backed memory; false (fault recorded) when one lane's is not allowed.
inline bool check_global(Warp& w, const Instruction& in, Mask m, const u64* address, unsigned size, bool write, bool reads) {
  const Extent extent = extent_of(address);
  if (__atomic_load_n(w.generation, __ATOMIC_ACQUIRE) != w.ranges_generation) {
    for (AccessRange& range : w.ranges) range = AccessRange{};
    w.ranges_generation = __atomic_load_n(w.generation, __ATOMIC_ACQUIRE);
  }
  if ((extent.bits & (size - 1)) != 0) {
    unsigned lane = first_lane(m);
    for (Mask rest = m; rest != 0; rest &= rest - 1) {
      lane = first_lane(rest);
      if ((address[lane] & (size - 1)) != 0) break;
    }
    access_fault(w, in, lane, address[lane], size, write, AccessFault::misaligned);
    return false;
  }
  const AccessRange* found = nullptr;
  for (const AccessRange& range : w.ranges)
    if (extent.low - range.base < range.size && extent.high - range.base < range.size && range.size - (extent.high - range.base) >= size && (range.writable || !write)) {
      found = &range;
      break;
    }
  const u64 span = extent.high - extent.low + size;
  if (found != nullptr) {
    if (found->initialised == nullptr) return true;
    if (span <= 4096 && all_set(found->initialised, extent.low - found->base, span)) return true;
  }
  bool fine = true;
  for (Mask rest = m; rest != 0 && fine; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    const AccessRange* range = found != nullptr ? found : find_range(w, in, lane, address[lane], size, write);
    if (range == nullptr) return false;
    if (range->initialised == nullptr) continue;
    if (reads && none_set(range->initialised, address[lane] - range->base, size)) {
      access_fault(w, in, lane, address[lane], size, false, AccessFault::uninitialised);
      return false;
    }
    if (write) set_all(range->initialised, address[lane] - range->base, size);
  }
  return fine;
}

/// Offsets in a space of `room` bytes, shared or local memory; false (fault recorded) when one lane's does not fit.
inline bool check_offsets(Warp& w, const Instruction& in, Mask m, const u64* address, unsigned size, bool write, u64 room, u64 window) {
  const Extent extent = extent_of(address);
  if ((extent.bits & (size - 1)) == 0 && extent.high < room && room - extent.high >= size) return true;
  for (Mask rest = m; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    const u64 a = address[lane];
    if (a >= room || room - a < size) {
      access_fault(w, in, lane, window + a, size, write, AccessFault::out_of_range);
      return false;
    }
    if ((a & (size - 1)) != 0) {
      access_fault(w, in, lane, window + a, size, write, AccessFault::misaligned);
      return false;
    }
  }
  return true;
}

inline bool check_shared(Warp& w, const Instruction& in, Mask m, const u64* address, unsigned size, bool write, bool reads) {
  if (!check_offsets(w, in, m, address, size, write, w.shared_size, shared_window)) return false;
  if (w.shared_initialised != nullptr && *w.shared_missing != 0) {
    if (reads) {
      Mask unwritten = 0;
      for (Mask rest = m; rest != 0; rest &= rest - 1) {
        const unsigned lane = first_lane(rest);
        const u8* written = w.shared_initialised + address[lane];
        u8 any = 0;
        for (unsigned k = 0; k < size; ++k) any |= written[k];
        if (any == 0) unwritten |= 1u << lane;
      }
      if (unwritten != 0 && !unwritten_read(w, in, unwritten, address, size)) return false;
    }
    if (write) {
      u64 fresh = 0;
      for (Mask rest = m; rest != 0; rest &= rest - 1) {
        u8* const written = w.shared_initialised + address[first_lane(rest)];
        u32 first = 0;
        if (size == 4) __builtin_memcpy(&first, written, sizeof first);
        if (size == 4 && first == 0x01010101) continue;
        for (unsigned k = 0; k < size; ++k) {
          fresh += written[k] == 0;
          written[k] = 1;
        }
      }
      *w.shared_missing -= fresh;
    }
  }
  return true;
}

/// Turns local addresses into host addresses.
inline bool check_local(Warp& w, const Instruction& in, Mask m, u64* address, unsigned size, bool write) {
  if (!check_offsets(w, in, m, address, size, write, w.local_stride, local_window)) return false;
  const u64 memory = reinterpret_cast<u64>(w.local);
  GPU_EMULATOR_LANES address[i] += memory + i * w.local_stride;
  return true;
}

/// After this `address` holds host addresses. Generic addresses may differ in space from lane to lane.
enum class Where { global, shared, local, generic };
template <Where where> inline bool translate(Warp& w, const Instruction& in, Mask m, u64* address, unsigned size, bool write, bool reads) {
  if constexpr (where == Where::global) {
    return check_global(w, in, m, address, size, write, reads);
  } else if constexpr (where == Where::shared) {
    if (!check_shared(w, in, m, address, size, write, reads)) return false;
    const u64 memory = reinterpret_cast<u64>(w.shared);
    GPU_EMULATOR_LANES address[i] += memory;
    return true;
  } else if constexpr (where == Where::local) {
    return check_local(w, in, m, address, size, write);
  } else {
    u64 windows = 0;
    GPU_EMULATOR_LANES windows |= address[i] >> window_shift;
    if (windows == 0) return check_global(w, in, m, address, size, write, reads);
    Mask of[3] = {0, 0, 0};
    for (Mask rest = m; rest != 0; rest &= rest - 1) {
      const unsigned lane = first_lane(rest);
      const u64 window = address[lane] >> window_shift;
      if (window > 2) {
        access_fault(w, in, lane, address[lane], size, write, AccessFault::out_of_range);
        return false;
      }
      of[window] |= 1u << lane;
    }
    for (unsigned k = 0; k < 3; ++k) {
      if (of[k] == 0) continue;
      u64 part[warp_size];
      const u64 base = u64(k) << window_shift, other = address[first_lane(of[k])] - base;
      GPU_EMULATOR_LANES part[i] = (of[k] >> i & 1) != 0 ? address[i] - base : other;
      const bool fine = k == 0 ? translate<Where::global>(w, in, of[k], part, size, write, reads)
                        : k == 1 ? translate<Where::shared>(w, in, of[k], part, size, write, reads)
                                 : translate<Where::local>(w, in, of[k], part, size, write, reads);
      if (!fine) return false;
      GPU_EMULATOR_LANES address[i] = (of[k] >> i & 1) != 0 ? part[i] : address[i];
    }
    return true;
  }
}

template <class T> inline T load_at(u64 address) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

/// 32 words from anywhere into one register. Written as whole vectors: 32 single stores could not be forwarded to the next
/// instruction's vector loads.
inline void gather(u32* d, const u64* address) {
#if defined(__AVX512F__)
  // The masked forms: the plain ones make GCC 12 warn of its own header.
  for (unsigned i = 0; i < warp_size; i += 8)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(d + i),
                        _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), 0xff,
                                                    _mm512_loadu_si512(address + i), nullptr, 1));
#elif defined(__AVX2__)
  for (unsigned i = 0; i < warp_size; i += 4)
    _mm_storeu_si128(
        reinterpret_cast<__m128i*>(d + i),
        _mm256_i64gather_epi32(nullptr, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(address + i)), 1));
#else
  for (unsigned i = 0; i < warp_size; ++i) d[i] = load_at<u32>(address[i]);
#endif
}
inline void gather(u32* d, const std::byte* base, const u32* offset) {
#if defined(__AVX512F__)
  for (unsigned i = 0; i < warp_size; i += 16)
    _mm512_storeu_si512(d + i, _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xffff,
                                                           _mm512_loadu_si512(offset + i), base, 1));
#elif defined(__AVX2__)
  for (unsigned i = 0; i < warp_size; i += 8)
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(d + i),
        _mm256_i32gather_epi32(reinterpret_cast<const int*>(base),
                               _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offset + i)), 1));
#else
  for (unsigned i = 0; i < warp_size; ++i) __builtin_memcpy(d + i, base + offset[i], sizeof(u32));
#endif
}

/// Lanes of half a warp.
constexpr unsigned half_warp = warp_size / 2;

/// The commonest load from shared memory, in 32-bit offsets throughout; false when something about it needs a closer look.
inline bool load_shared_words(Warp& w, const Instruction& in, Mask m) {
  if (in.width0 != 4 || in.width1 != 4) return false;
  const u32* const base = operand<u32>(w, in, 1);
  const u32 displacement = u32(in.immediate), other = base[first_lane(m)];
  u32 offset[warp_size];
  u32 highest = 0, low_bits = 0, irregular = 0, varied = 0;
  GPU_EMULATOR_LANES {
    offset[i] = ((m >> i & 1) != 0 ? base[i] : other) + displacement;
    highest = offset[i] > highest ? offset[i] : highest;
    low_bits |= offset[i];
  }
  if ((low_bits & 3) != 0 || highest >= w.shared_size || w.shared_size - highest < 4) return false;
  if (w.shared_initialised != nullptr && *w.shared_missing != 0) {
    u32 written[warp_size];
    gather(written, reinterpret_cast<const std::byte*>(w.shared_initialised), offset);
    u32 missing = 0;
    GPU_EMULATOR_LANES missing |= u32(written[i] == 0);
    if (missing != 0) return false;
  }
  // By halves of a warp: rows of 16 are the commonest tile.
  GPU_EMULATOR_LANES {
    irregular |= offset[i] ^ (offset[i & half_warp] + (i & (half_warp - 1)) * 4);
    varied |= offset[i] ^ offset[i & half_warp];
  }
  u32* const d = operand<u32>(w, in, 0);
  if (varied == 0) {
    u32 value[2];
    __builtin_memcpy(&value[0], w.shared + offset[0], sizeof(u32));
    __builtin_memcpy(&value[1], w.shared + offset[half_warp], sizeof(u32));
    GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? (i < half_warp ? value[0] : value[1]) : d[i];
  } else if (m != all_lanes) {
    u32 values[warp_size];
    gather(values, w.shared, offset);
    GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? values[i] : d[i];
  } else if (irregular == 0) {
    __builtin_memcpy(d, w.shared + offset[0], sizeof(u32) * half_warp);
    __builtin_memcpy(d + half_warp, w.shared + offset[half_warp], sizeof(u32) * half_warp);
  } else {
    gather(d, w.shared, offset);
  }
  return true;
}

/// T: the type in memory, extended by its sign where the register is wider.
template <class T, unsigned N, Where where> void load(Warp& w, const Instruction& in, Mask m) {
  if constexpr (sizeof(T) == 4 && N == 1 && where == Where::shared)
    if (load_shared_words(w, in, m)) return;
  u64 address[warp_size];
  addresses_of(w, in, m, N, address);
  if (!translate<where>(w, in, m, address, sizeof(T) * N, false, true)) return;
  if (in.width0 == sizeof(T)) {
    if constexpr (N == 1) {
      u64 irregular = 0, uniform = 0;
      GPU_EMULATOR_LANES {
        irregular |= address[i] ^ (address[i & half_warp] + (i & (half_warp - 1)) * sizeof(T));
        uniform |= address[i] ^ address[0];
      }
      T* d = operand<T>(w, in, 0);
      if (m == all_lanes && irregular == 0) {
        __builtin_memcpy(d, reinterpret_cast<const void*>(address[0]), sizeof(T) * half_warp);
        __builtin_memcpy(d + half_warp, reinterpret_cast<const void*>(address[half_warp]), sizeof(T) * half_warp);
      } else if (uniform == 0) {
        const T value = load_at<T>(address[0]);
        GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? value : d[i];
      } else if (m == all_lanes) {
        if constexpr (sizeof(T) == 4) gather(reinterpret_cast<u32*>(d), address);
        else for (unsigned i = 0; i < warp_size; ++i) d[i] = load_at<T>(address[i]);
      } else {
        each_lane(m, [&](unsigned i) { d[i] = load_at<T>(address[i]); });
      }
    } else {
      T* d[N];
      for (unsigned k = 0; k < N; ++k) d[k] = operand<T>(w, in, k);
      each_lane(m, [&](unsigned i) {
        for (unsigned k = 0; k < N; ++k) d[k][i] = load_at<T>(address[i] + k * sizeof(T));
      });
    }
    return;
  }
  each_lane(m, [&](unsigned i) {
    for (unsigned k = 0; k < N; ++k) {
      const T value = load_at<T>(address[i] + k * sizeof(T));
      write_raw(w, in.operands[k], in.width0, i, is_signed<T> ? u64(s64(value)) : u64(value));
    }
  });
}
template <class T, unsigned N, Where where> void store(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  addresses_of(w, in, m, 0, address);
  if (!translate<where>(w, in, m, address, sizeof(T) * N, true, false)) return;
  if (in.width0 == sizeof(T)) {
    if constexpr (N == 1) {
      const T* s = operand<T>(w, in, 1);
      if (m == all_lanes) {
        u64 irregular = 0;
        GPU_EMULATOR_LANES irregular |= address[i] ^ (address[i & half_warp] + (i & (half_warp - 1)) * sizeof(T));
        if (irregular == 0) {
          __builtin_memcpy(reinterpret_cast<void*>(address[0]), s, sizeof(T) * half_warp);
          __builtin_memcpy(reinterpret_cast<void*>(address[half_warp]), s + half_warp, sizeof(T) * half_warp);
          return;
        }
      }
      each_lane(m, [&](unsigned i) { __builtin_memcpy(reinterpret_cast<void*>(address[i]), s + i, sizeof(T)); });
    } else {
      each_lane(m, [&](unsigned i) {
        for (unsigned k = 0; k < N; ++k) __builtin_memcpy(reinterpret_cast<void*>(address[i] + k * sizeof(T)), operand<T>(w, in, 1 + k) + i, sizeof(T));
      });
    }
    return;
  }
  each_lane(m, [&](unsigned i) {
    for (unsigned k = 0; k < N; ++k) {
      const u64 value = read_raw(w, in.operands[1 + k], in.width0, i);
      __builtin_memcpy(reinterpret_cast<void*>(address[i] + k * sizeof(T)), &value, sizeof(T));
    }
  });
}
template <unsigned N, Where where> void load128(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  addresses_of(w, in, m, N, address);
  if (!translate<where>(w, in, m, address, 16 * N, false, true)) return;
  each_lane(m, [&](unsigned i) { for (unsigned k = 0; k < N; ++k) operand<Wide128>(w, in, k)[i] = load_at<Wide128>(address[i] + 16 * k); });
}
template <unsigned N, Where where> void store128(Warp& w, const Instruction& in, Mask m) {
  u64 address[warp_size];
  addresses_of(w, in, m, 0, address);
  if (!translate<where>(w, in, m, address, 16 * N, true, false)) return;
  each_lane(m, [&](unsigned i) { for (unsigned k = 0; k < N; ++k) __builtin_memcpy(reinterpret_cast<void*>(address[i] + 16 * k), operand<Wide128>(w, in, 1 + k) + i, 16); });
}

/// The launch's parameters: the same for every lane; the decoder has checked the range.
template <class T, unsigned N> void load_launch(Warp& w, const Instruction& in, Mask m) {
  for (unsigned k = 0; k < N; ++k) {
    T value;
    __builtin_memcpy(&value, w.parameters + in.immediate + k * sizeof(T), sizeof value);
    if (in.width0 == sizeof(T)) {
      T* d = operand<T>(w, in, k);
      GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? value : d[i];
    } else {
      each_lane(m, [&](unsigned i) { write_raw(w, in.operands[k], in.width0, i, is_signed<T> ? u64(s64(value)) : u64(value)); });
    }
  }
}
/// .param variables of the running function; a copy a lane.
template <class T, unsigned N> void load_call(Warp& w, const Instruction& in, Mask m) {
  const u64 start = reinterpret_cast<u64>(w.call_parameters) + u64(in.immediate);
  each_lane(m, [&](unsigned i) {
    for (unsigned k = 0; k < N; ++k) {
      const T value = load_at<T>(start + i * w.call_parameter_stride + k * sizeof(T));
      write_raw(w, in.operands[k], in.width0, i, is_signed<T> ? u64(s64(value)) : u64(value));
    }
  });
}
template <class T, unsigned N> void store_call(Warp& w, const Instruction& in, Mask m) {
  const u64 start = reinterpret_cast<u64>(w.call_parameters) + u64(in.immediate);
  each_lane(m, [&](unsigned i) {
    for (unsigned k = 0; k < N; ++k) {
      const u64 value = read_raw(w, in.operands[1 + k], in.width0, i);
      __builtin_memcpy(reinterpret_cast<void*>(start + i * w.call_parameter_stride + k * sizeof(T)), &value, sizeof(T));
    }
  });
}
/// Through an address taken by mov: the launch's parameters or a function's own, both host memory.
template <class T, unsigned N> void load_parameter(Warp& w, const Instruction& in, Mask m) {
  const u64* base = operand<u64>(w, in, N);
  const u64 launch = reinterpret_cast<u64>(w.parameters), call = reinterpret_cast<u64>(w.call_parameters);
  each_lane(m, [&](unsigned i) {
    const u64 address = base[i] + u64(in.immediate), size = sizeof(T) * N;
    const bool in_launch = address - launch < w.parameter_size && w.parameter_size - (address - launch) >= size;
    const u64 area = w.call_parameter_stride * warp_size;
    const bool in_call = address - call < area && area - (address - call) >= size;
    if (!in_launch && !in_call) return access_fault(w, in, i, address, sizeof(T) * N, false, AccessFault::no_such_space);
    if ((address & (sizeof(T) * N - 1)) != 0) return access_fault(w, in, i, address, sizeof(T) * N, false, AccessFault::misaligned);
    for (unsigned k = 0; k < N; ++k) {
      const T value = load_at<T>(address + k * sizeof(T));
      write_raw(w, in.operands[k], in.width0, i, is_signed<T> ? u64(s64(value)) : u64(value));
    }
  });
}
template <class T, unsigned N> void store_parameter(Warp& w, const Instruction& in, Mask m) {
  const u64* base = operand<u64>(w, in, 0);
  const u64 call = reinterpret_cast<u64>(w.call_parameters);
  each_lane(m, [&](unsigned i) {
    const u64 address = base[i] + u64(in.immediate), area = w.call_parameter_stride * warp_size, size = sizeof(T) * N;
    if (!(address - call < area && area - (address - call) >= size)) return access_fault(w, in, i, address, sizeof(T) * N, true, AccessFault::no_such_space);
    if ((address & (size - 1)) != 0) return access_fault(w, in, i, address, sizeof(T) * N, true, AccessFault::misaligned);
    for (unsigned k = 0; k < N; ++k) {
      const u64 value = read_raw(w, in.operands[1 + k], in.width0, i);
      __builtin_memcpy(reinterpret_cast<void*>(address + k * sizeof(T)), &value, sizeof(T));
    }
  });
}

template <class T> inline void broadcast(Warp& w, const Instruction& in, Mask m, T value) {
  T* d = operand<T>(w, in, 0);
  GPU_EMULATOR_LANES d[i] = (m >> i & 1) != 0 ? value : d[i];
}
inline void mov_local64(Warp& w, const Instruction& in, Mask m) { broadcast<u64>(w, in, m, w.local_base + u64(in.immediate)); }
inline void mov_local32(Warp& w, const Instruction& in, Mask m) { broadcast<u32>(w, in, m, u32(w.local_base + u64(in.immediate))); }
inline void mov_launch_parameter(Warp& w, const Instruction& in, Mask m) { broadcast<u64>(w, in, m, reinterpret_cast<u64>(w.parameters) + u64(in.immediate)); }
inline void mov_call_parameter(Warp& w, const Instruction& in, Mask m) {
  const u64 start = reinterpret_cast<u64>(w.call_parameters) + u64(in.immediate);
  each_lane(m, [&](unsigned i) { operand<u64>(w, in, 0)[i] = start + i * w.call_parameter_stride; });
}
inline void mov_dynamic32(Warp& w, const Instruction& in, Mask m) { broadcast<u32>(w, in, m, *operand<u32>(w, special_reference(dynamic_shared_base)) + u32(in.immediate)); }
inline void mov_dynamic64(Warp& w, const Instruction& in, Mask m) { broadcast<u64>(w, in, m, *operand<u32>(w, special_reference(dynamic_shared_base)) + u64(in.immediate)); }
inline void mov_address(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, [](u64 a) { return a; }); }
inline void cvta_shared(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, [](u64 a) { return a + shared_window; }); }
inline void cvta_local(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, [](u64 a) { return a + local_window; }); }
inline void cvta_to_shared(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, [](u64 a) { return a - shared_window; }); }
inline void cvta_to_local(Warp& w, const Instruction& in, Mask m) { map1<u64, u64>(w, in, m, [](u64 a) { return a - local_window; }); }
/// Group 0: global, shared, local, const, param, and shared by other names: a block is its own cluster.
inline void isspacep(Warp& w, const Instruction& in, Mask m) {
  const u64* a = operand<u64>(w, in, 1);
  const unsigned what = in.modifier(0) >= 5 ? 1 : in.modifier(0);
  Mask constant = 0;
  if (what == 0 || what == 3) each_lane(m, [&](unsigned i) { constant |= Mask(is_constant(a[i])) << i; });
  const u64 launch = reinterpret_cast<u64>(w.parameters);
  set_predicate(w, in, 0, m, lanes_where([=, &w](unsigned i) {
    const u64 window = a[i] >> window_shift;
    const bool parameter = a[i] - launch < w.parameter_size;
    const bool in_constant = constant >> i & 1;
    return what == 0 ? window == 0 && !parameter && !in_constant : what == 1 ? window == 1 : what == 2 ? window == 2 : what == 3 ? in_constant : parameter;
  }));
}
inline void nothing(Warp&, const Instruction&, Mask) {}
/// There is no cache whose lines could be dropped or kept: a policy is a number that nothing looks at.
inline void no_policy(Warp& w, const Instruction& in, Mask m) { broadcast<u64>(w, in, m, 0); }

#define GPU_EMULATOR_SEM "{|.weak|.volatile|.relaxed.cta|.relaxed.gpu|.relaxed.sys|.relaxed.cluster|.acquire.cta|.acquire.gpu|.acquire.sys|.acquire.cluster|.mmio.relaxed.sys}"
#define GPU_EMULATOR_ST_SEM "{|.weak|.volatile|.relaxed.cta|.relaxed.gpu|.relaxed.sys|.relaxed.cluster|.release.cta|.release.gpu|.release.sys|.release.cluster|.mmio.relaxed.sys}"
#define GPU_EMULATOR_CACHE "{|.ca|.cg|.cs|.lu|.cv}{|.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate}{|.L2::64B|.L2::128B|.L2::256B}"
#define GPU_EMULATOR_ST_CACHE "{|.wb|.cg|.cs|.wt}{|.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate}"
#define GPU_EMULATOR_LD_TYPES(head, where, n, v, sig, decode) \
  {head v "{.b8|.u8}", sig, load<u8, n, where>, decode}, {head v ".s8", sig, load<s8, n, where>, decode}, \
  {head v "{.b16|.u16|.f16|.bf16}", sig, load<u16, n, where>, decode}, {head v ".s16", sig, load<s16, n, where>, decode}, \
  {head v "{.b32|.u32|.f32}", sig, load<u32, n, where>, decode}, {head v ".s32", sig, load<s32, n, where>, decode}
#define GPU_EMULATOR_LD_64(head, where, n, v, sig, decode) {head v "{.b64|.u64|.s64|.f64}", sig, load<u64, n, where>, decode}
#define GPU_EMULATOR_LD(head, where, decode) \
  GPU_EMULATOR_LD_TYPES(head, where, 1, "", "x=m", decode), GPU_EMULATOR_LD_64(head, where, 1, "", "x=m", decode), \
  GPU_EMULATOR_LD_TYPES(head, where, 2, ".v2", "2=m", decode), GPU_EMULATOR_LD_64(head, where, 2, ".v2", "2=m", decode), \
  GPU_EMULATOR_LD_TYPES(head, where, 4, ".v4", "4=m", decode), {head ".b128", "q=m", load128<1, where>, decode}
#define GPU_EMULATOR_ST_TYPES(head, where, n, v, sig, decode) \
  {head v "{.b8|.u8|.s8}", sig, store<u8, n, where>, decode}, {head v "{.b16|.u16|.s16|.f16|.bf16}", sig, store<u16, n, where>, decode}, \
  {head v "{.b32|.u32|.s32|.f32}", sig, store<u32, n, where>, decode}
#define GPU_EMULATOR_ST_64(head, where, n, v, sig, decode) {head v "{.b64|.u64|.s64|.f64}", sig, store<u64, n, where>, decode}
#define GPU_EMULATOR_ST(head, where, decode) \
  GPU_EMULATOR_ST_TYPES(head, where, 1, "", "m=x", decode), GPU_EMULATOR_ST_64(head, where, 1, "", "m=x", decode), \
  GPU_EMULATOR_ST_TYPES(head, where, 2, ".v2", "m=2", decode), GPU_EMULATOR_ST_64(head, where, 2, ".v2", "m=2", decode), \
  GPU_EMULATOR_ST_TYPES(head, where, 4, ".v4", "m=4", decode), {head ".b128", "m=q", store128<1, where>, decode}
#define GPU_EMULATOR_PARAM_TYPE(t, T) \
  {"#ld.launch." t, "", load_launch<T, 1>, 0}, {"#ld.launch.v2." t, "", load_launch<T, 2>, 0}, {"#ld.launch.v4." t, "", load_launch<T, 4>, 0}, \
  {"#ld.call." t, "", load_call<T, 1>, 0}, {"#ld.call.v2." t, "", load_call<T, 2>, 0}, {"#ld.call.v4." t, "", load_call<T, 4>, 0}, \
  {"#st.call." t, "", store_call<T, 1>, 0}, {"#st.call.v2." t, "", store_call<T, 2>, 0}, {"#st.call.v4." t, "", store_call<T, 4>, 0}, \
  {"#ld.register." t, "", load_parameter<T, 1>, 0}, {"#ld.register.v2." t, "", load_parameter<T, 2>, 0}, {"#ld.register.v4." t, "", load_parameter<T, 4>, 0}, \
  {"#st.register." t, "", store_parameter<T, 1>, 0}, {"#st.register.v2." t, "", store_parameter<T, 2>, 0}, {"#st.register.v4." t, "", store_parameter<T, 4>, 0}
#define GPU_EMULATOR_ANY_TYPE "{.b8|.u8|.s8|.b16|.u16|.s16|.b32|.u32|.s32|.f32|.b64|.u64|.s64|.f64}"
#if !defined(GPU_EMULATOR_WITHOUT_FORMS)
constexpr Form access_forms[] = {
  GPU_EMULATOR_LD("ld" GPU_EMULATOR_SEM GPU_EMULATOR_CACHE, Where::generic, decode_memory_global),
  GPU_EMULATOR_LD("ld" GPU_EMULATOR_SEM ".global" GPU_EMULATOR_CACHE, Where::global, decode_memory_global),
  GPU_EMULATOR_LD("ld.global{|.ca|.cg|.cs}.nc{|.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last|.L1::no_allocate}{|.L2::64B|.L2::128B|.L2::256B}", Where::global, decode_memory_global),
  GPU_EMULATOR_LD("ldu{|.global}", Where::global, decode_memory_global),
  GPU_EMULATOR_LD("ld" GPU_EMULATOR_SEM "{.shared|.shared::cta}", Where::shared, decode_memory_shared),
  GPU_EMULATOR_LD("ld{|.weak|.volatile}.local" GPU_EMULATOR_CACHE, Where::local, decode_memory_local),
  GPU_EMULATOR_LD("ld{|.weak|.volatile}.const", Where::global, decode_memory_global),
  GPU_EMULATOR_ST("st" GPU_EMULATOR_ST_SEM GPU_EMULATOR_ST_CACHE, Where::generic, decode_memory_global),
  GPU_EMULATOR_ST("st" GPU_EMULATOR_ST_SEM ".global" GPU_EMULATOR_ST_CACHE, Where::global, decode_memory_global),
  GPU_EMULATOR_ST("st" GPU_EMULATOR_ST_SEM "{.shared|.shared::cta}", Where::shared, decode_memory_shared),
  GPU_EMULATOR_ST("st{|.weak|.volatile}.local" GPU_EMULATOR_ST_CACHE, Where::local, decode_memory_local),
  {"ld{|.weak|.volatile}.param{|.v2|.v4}" GPU_EMULATOR_ANY_TYPE, "*", nullptr, decode_memory_param},
  {"st{|.weak|.volatile}.param{|.v2|.v4}" GPU_EMULATOR_ANY_TYPE, "*", nullptr, decode_memory_param},
  {"ld.param::entry{|.v2|.v4}" GPU_EMULATOR_ANY_TYPE, "*", nullptr, decode_memory_param},
  {"ld.param::func{|.v2|.v4}" GPU_EMULATOR_ANY_TYPE, "*", nullptr, decode_memory_param},
  {"st.param::func{|.v2|.v4}" GPU_EMULATOR_ANY_TYPE, "*", nullptr, decode_memory_param},
  GPU_EMULATOR_PARAM_TYPE("b8", u8), GPU_EMULATOR_PARAM_TYPE("u8", u8), GPU_EMULATOR_PARAM_TYPE("s8", s8),
  GPU_EMULATOR_PARAM_TYPE("b16", u16), GPU_EMULATOR_PARAM_TYPE("u16", u16), GPU_EMULATOR_PARAM_TYPE("s16", s16),
  GPU_EMULATOR_PARAM_TYPE("b32", u32), GPU_EMULATOR_PARAM_TYPE("u32", u32), GPU_EMULATOR_PARAM_TYPE("s32", s32), GPU_EMULATOR_PARAM_TYPE("f32", u32),
  GPU_EMULATOR_PARAM_TYPE("b64", u64), GPU_EMULATOR_PARAM_TYPE("u64", u64), GPU_EMULATOR_PARAM_TYPE("s64", u64), GPU_EMULATOR_PARAM_TYPE("f64", u64),
  {"#mov.local_address.64", "", mov_local64, 0}, {"#mov.local_address.32", "", mov_local32, 0},
  {"#mov.launch_parameter", "", mov_launch_parameter, 0}, {"#mov.call_parameter", "", mov_call_parameter, 0},
  {"#mov.dynamic_shared.32", "", mov_dynamic32, 0}, {"#mov.dynamic_shared.64", "", mov_dynamic64, 0},
  {"cvta{.global|.const|.param}.u64", "d=s", mov_address, 0}, {"cvta.to{.global|.const|.param}.u64", "d=s", mov_address, 0},
  {"cvta{.shared|.shared::cta}.u64", "d=s", cvta_shared, 0}, {"cvta.to{.shared|.shared::cta}.u64", "d=s", cvta_to_shared, 0},
  {"cvta.local.u64", "d=s", cvta_local, 0}, {"cvta.to.local.u64", "d=s", cvta_to_local, 0},
  {"isspacep{.global|.shared|.local|.const|.param|.shared::cta|.shared::cluster}", "p=d", isspacep, 0},
  {"prefetch{|.global|.local}{.L1|.L2}", "m", nothing, decode_memory_global}, {"prefetch.global{.L2::evict_last|.L2::evict_normal}", "m", nothing, decode_memory_global},
  {"prefetchu.L1", "m", nothing, decode_memory_global},
  {"discard{|.global}.L2", "mi", nothing, decode_memory_global}, {"applypriority{|.global}.L2::evict_normal", "mi", nothing, decode_memory_global},
  {"createpolicy.fractional{.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged}{|.L2::evict_first|.L2::evict_unchanged}.b64", "d=?f", no_policy, 0},
  {"createpolicy.range{|.global}{.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged}{|.L2::evict_first|.L2::evict_unchanged}.b64", "d=mrr", no_policy, decode_memory_global},
  {"createpolicy.cvt.L2.b64", "d=d", no_policy, 0},
};
#endif
// clang-format on

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA
