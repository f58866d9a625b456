/// The two measurements.
#pragma once

struct Settings {
  int rounds = 2000;            ///< launch cost: rounds of one batch each way
  int batch = 200;              ///< launches a batch, below the depth of the driver's queue
  unsigned elements = 1 << 28;  ///< bandwidth: floats a vector (1 GiB)
  int repeats = 30;             ///< bandwidth: runs each way
};

/// Host time of a launch by a stub, by cuLaunchKernel and by <<<>>>, paired and interleaved. Prints medians
/// and ratios. Returns false when a way of launching did not do its work.
bool measure_launch_cost(const Settings& settings);

/// Bandwidth of one vector_add launched by the stub and by <<<>>>, interleaved. Prints medians and their
/// ratio. Returns false when an element is wrong.
bool measure_bandwidth(const Settings& settings);
