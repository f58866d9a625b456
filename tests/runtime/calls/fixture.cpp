#include "fixture.hpp"

#include <cstring>

#include "../fake_driver/load.hpp"

Calls::Calls() : driver(fake::load_driver()) {
  driver.reset();
  gpu::driver::api();
  driver.calls.clear();
}

Calls::~Calls() { EXPECT_EQ(driver.misuses, std::vector<std::string>{}); }

void expect_contains(const std::string& text, std::initializer_list<const char*> fragments) {
  for (const char* const fragment : fragments) {
    EXPECT_NE(text.find(fragment), std::string::npos) << "no \"" << fragment << "\" in: " << text;
  }
}

FreshLibrary::FreshLibrary(const char* code)
    : images{{"scale.cu", code, std::strlen(code)}},
      entry(library, 0, "scale", "scale"),
      entries{&entry},
      library("fresh", images, entries) {}

void FreshLibrary::launch(const gpu::LaunchConfig& config, const gpu::LaunchContract& contract) {
  void* parameters[] = {nullptr};
  entry.launch(contract, config, parameters);
}
