// Does what each line of its input says, and answers with a line, until the input ends.
#include <gpu/gpu.hpp>
#include <gpu/reload.hpp>
#include <iostream>
#include <kernels.hpp>
#include <string>
#include <vector>

int main() {
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  auto out = gpu::DeviceBuffer<int>::zeroed(1);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      if (line == "reload") {
        const std::size_t swapped = gpu::reload(kernels::library);
        std::cout << "swapped " << swapped << std::endl;
        continue;
      }
      if (line == "offset") kernels::offset.copy_from(2000);
      kernels::answer({.grid = 1, .block = 1, .stream = stream}, out, 0);
      stream.synchronize();
      std::vector<int> host(1);
      out.copy_to(host);
      std::cout << "answer " << host[0] << std::endl;
    } catch (const gpu::Error& error) {
      std::string text = error.what();
      for (char& character : text)
        if (character == '\n') character = ' ';
      std::cout << "error " << text << std::endl;
    }
  }
}
