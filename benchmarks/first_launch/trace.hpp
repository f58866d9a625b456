/// What trace.cpp, the driver that times its calls, answers to beside the driver API.
#pragma once

/// Forgets what was recorded.
constexpr char trace_start_name[] = "first_launch_trace_start";
/// Prints each call recorded since the start, in order: its name and its microseconds.
constexpr char trace_print_name[] = "first_launch_trace_print";
using TraceFunction = void (*)();
