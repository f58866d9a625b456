/// The host runtime: devices, contexts, streams, events, memory, kernels.
#pragma once

#include <gpu/context.hpp>
#include <gpu/device.hpp>
#include <gpu/device_buffer.hpp>
#include <gpu/device_ptr.hpp>
#include <gpu/dim3.hpp>
#include <gpu/error.hpp>
#include <gpu/event.hpp>
#include <gpu/graph.hpp>
#include <gpu/kernel.hpp>
#include <gpu/stream.hpp>
#include <gpu/symbol.hpp>
