/// What the benchmarks need of C: elements driven without a pipeline, and the rooflines.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One element between two pads, fed with one buffer again and again.
typedef struct SwvBench SwvBench;

/// Loads the plugin file. Returns whether GStreamer took it.
bool swv_bench_init(const char *_Nonnull plugin_file);

/// `launch` is an element with properties, as gst-launch takes it. NULL where it can't be made or linked.
SwvBench *_Nullable swv_bench_new(
    const char *_Nonnull launch, const char *_Nonnull in_caps, const char *_Nullable out_caps);
void swv_bench_free(SwvBench *_Nonnull bench);

/// The bytes of the input buffer, for filling and comparing.
void swv_bench_write(SwvBench *_Nonnull bench, const void *_Nonnull bytes, size_t count);
void swv_bench_read(SwvBench *_Nonnull bench, void *_Nonnull bytes, size_t count);
size_t swv_bench_size(SwvBench *_Nonnull bench);

/// Pushes the buffer through; in-place elements change it, and it is writable. Returns whether it came out.
bool swv_bench_push(SwvBench *_Nonnull bench);

/// Lets the element forget the frames before.
void swv_bench_restart(SwvBench *_Nonnull bench);

/// Pushes the buffer, with a copy of at most `count` bytes of the output. Returns how many they are.
size_t swv_bench_convert(SwvBench *_Nonnull bench, void *_Nonnull bytes, size_t count);

/// An element with two inputs, fed with one buffer each again and again.
typedef struct SwvMixBench SwvMixBench;

/// `launch` is an element with request pads sink_0 and sink_1. NULL where it can't be made or nothing comes out. It is
/// kept as long as the process.
SwvMixBench *_Nullable swv_mix_bench_new(
    const char *_Nonnull launch, const char *_Nonnull in_caps, const char *_Nonnull out_caps);

/// The bytes of input 0 or 1, for filling.
void swv_mix_bench_write(SwvMixBench *_Nonnull bench, int input, const void *_Nonnull bytes, size_t count);
/// The bytes of the last output. Returns how many there are.
size_t swv_mix_bench_read(SwvMixBench *_Nonnull bench, void *_Nonnull bytes, size_t count);

/// Pushes both inputs and waits for the output, which is made on a thread of the element's. Returns whether it came.
bool swv_mix_bench_push(SwvMixBench *_Nonnull bench);

/// Reads and writes every byte once, with the widest vectors of this CPU: the roofline of an in-place pass.
void swv_memory_pass(void *_Nonnull bytes, size_t count);
