// Fatbins: PTX inside, as it is or compressed by LZ4 or Zstandard. Put together by hand, so that no tool is
// needed.
#include <cstring>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

constexpr std::uint64_t plain = 0x11, lz4 = 0x2011, zstd = 0x8011;

template <typename T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// One entry: 64 bytes of header, then the payload.
std::string entry(unsigned kind, unsigned architecture, std::uint64_t flags, const std::string& payload,
                  std::size_t full_size) {
  std::string bytes;
  put<std::uint16_t>(bytes, static_cast<std::uint16_t>(kind));
  put<std::uint16_t>(bytes, 0x101);
  put<std::uint32_t>(bytes, 64);
  put<std::uint64_t>(bytes, (payload.size() + 7) / 8 * 8);
  put<std::uint32_t>(bytes, flags == plain ? 0 : static_cast<std::uint32_t>(payload.size()));
  put<std::uint32_t>(bytes, 0);
  put<std::uint16_t>(bytes, 0);
  put<std::uint16_t>(bytes, 9);
  put<std::uint32_t>(bytes, architecture);
  put<std::uint64_t>(bytes, 0);
  put<std::uint64_t>(bytes, flags);
  put<std::uint64_t>(bytes, 0);
  put<std::uint64_t>(bytes, flags == plain ? 0 : full_size);
  bytes += payload;
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

std::string fatbin(const std::string& entries) {
  std::string bytes;
  put<std::uint32_t>(bytes, 0xba55ed50);
  put<std::uint16_t>(bytes, 1);
  put<std::uint16_t>(bytes, 16);
  put<std::uint64_t>(bytes, entries.size());
  return bytes + entries;
}

std::string ptx(const char* kernel) {
  return std::string(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry ") + kernel +
         "()\n{\n  ret;\n}\n";
}

/// An LZ4 block: literals, then a match that repeats the last four bytes, then literals again.
std::string lz4_block(const std::string& text, std::string& whole) {
  std::string block;
  const auto literals = [&](const std::string& part, unsigned match_nibble) {
    const std::size_t size = part.size();
    block.push_back(static_cast<char>((size < 15 ? size : 15) << 4 | match_nibble));
    for (std::size_t rest = size; size >= 15;) {
      rest = rest >= 15 && rest == size ? rest - 15 : rest;
      if (rest < 255) {
        block.push_back(static_cast<char>(rest));
        break;
      }
      block.push_back(static_cast<char>(255));
      rest -= 255;
    }
    block += part;
  };
  literals(text + "\n\n\n\n", 0);
  block.push_back(4);
  block.push_back(0);
  literals("//end", 0);
  whole = text + "\n\n\n\n" + "\n\n\n\n" + "//end";
  return block;
}

/// A Zstandard frame of one raw block.
std::string zstd_frame(const std::string& text) {
  std::string frame("\x28\xb5\x2f\xfd\xa0", 5);
  put<std::uint32_t>(frame, static_cast<std::uint32_t>(text.size()));
  const auto header = static_cast<std::uint32_t>(text.size() << 3 | 1);
  frame.append(reinterpret_cast<const char*>(&header), 3);
  return frame + text;
}

class FatbinTest : public WithContext {
 protected:
  void SetUp() override {
    if (!on_emulator()) GTEST_SKIP() << "hand-made fatbins";
    WithContext::SetUp();
  }
  static int load_result(const std::string& image, const char* kernel = "k") {
    CUmodule module = nullptr;
    const int result = CU(cuModuleLoadData)(&module, image.data());
    if (result != 0) return result;
    CUfunction function = nullptr;
    return CU(cuModuleGetFunction)(&function, module, kernel);
  }
};

TEST_F(FatbinTest, PlainPtx) {
  EXPECT_CU(CUDA_SUCCESS, load_result(fatbin(entry(1, 70, plain, ptx("k"), 0))));
}

TEST_F(FatbinTest, Lz4Ptx) {
  std::string whole;
  const std::string block = lz4_block(ptx("k"), whole);
  EXPECT_CU(CUDA_SUCCESS, load_result(fatbin(entry(1, 70, lz4, block, whole.size()))));
}

TEST_F(FatbinTest, ZstandardPtx) {
  const std::string text = ptx("k");
  EXPECT_CU(CUDA_SUCCESS, load_result(fatbin(entry(1, 70, zstd, zstd_frame(text), text.size()))));
}

TEST_F(FatbinTest, TheNewestPtxThatTheDeviceTakesIsChosen) {
  const std::string image =
      fatbin(entry(2, 90, plain, std::string(64, 'x'), 0) + entry(1, 75, plain, ptx("old"), 0) +
             entry(1, 90, plain, ptx("right"), 0) + entry(1, 100, plain, ptx("new"), 0));
  EXPECT_CU(CUDA_SUCCESS, load_result(image, "right"));
}

TEST_F(FatbinTest, MachineCodeAloneIsRefused) {
  EXPECT_CU(CUDA_ERROR_NO_BINARY_FOR_GPU, load_result(fatbin(entry(2, 90, plain, std::string(64, 'x'), 0))));
  EXPECT_CU(CUDA_ERROR_NO_BINARY_FOR_GPU, load_result(std::string("\177ELF") + std::string(64, '\0')));
}

TEST_F(FatbinTest, TheWrapperOfHostObjects) {
  const std::string image = fatbin(entry(1, 70, plain, ptx("k"), 0));
  struct {
    std::uint32_t magic = 0x466243b1;
    std::uint32_t version = 1;
    const void* data = nullptr;
    const void* name = nullptr;
  } wrapper;
  wrapper.data = image.data();
  CUmodule module = nullptr;
  EXPECT_CU(CUDA_SUCCESS, CU(cuModuleLoadFatBinary)(&module, &wrapper));
}

TEST_F(FatbinTest, DamageIsRefused) {
  std::string whole;
  const std::string block = lz4_block(ptx("k"), whole);
  const std::string good = fatbin(entry(1, 70, lz4, block, whole.size()));
  for (std::size_t place = 16; place < good.size(); ++place) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[place] = static_cast<char>(bad[place] ^ change);
      load_result(bad);  // some damage still gives PTX; none may crash
    }
  }
  EXPECT_CU(CUDA_ERROR_INVALID_IMAGE, load_result(fatbin(entry(1, 70, lz4, block, whole.size() + 1))));
  EXPECT_CU(CUDA_ERROR_INVALID_IMAGE,
            load_result(fatbin(entry(1, 70, lz4, block.substr(0, 9), whole.size()))));
}

}  // namespace
}  // namespace driver_test
