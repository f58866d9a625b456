/// Tests on the recording driver.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include <gpu/gpu.hpp>
#include <gpu/library.hpp>

#include "../fake_driver/fake_driver.hpp"

/// The recording driver behind gpu::, with one device, as at the start.
class Calls : public testing::Test {
 protected:
  Calls();
  ~Calls() override;

  fake::Driver& driver;
};

/// The message of the gpu::Error that `action` throws, or "" with a failure.
template <class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const gpu::Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no gpu::Error was thrown";
  return {};
}

/// The status of the gpu::Error that `action` throws.
template <class Action>
gpu::Status status_of(Action&& action) {
  try {
    action();
  } catch (const gpu::Error& error) {
    return error.status();
  }
  ADD_FAILURE() << "no gpu::Error was thrown";
  return gpu::Status::success;
}

/// Expects `text` to contain every one of the fragments.
void expect_contains(const std::string& text, std::initializer_list<const char*> fragments);

inline constexpr char scale_image[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry scale()\n";

/// A library of one kernel, `scale`, that was never loaded; the generated ones are static and load once a
/// process.
struct FreshLibrary {
  explicit FreshLibrary(const char* code = scale_image);

  /// Launches as a stub does.
  void launch(const gpu::LaunchConfig& config, const gpu::LaunchContract& contract = {});

  gpu::Image images[1];
  gpu::Entry entry;
  gpu::Entry* entries[1];
  gpu::Library library;
};
