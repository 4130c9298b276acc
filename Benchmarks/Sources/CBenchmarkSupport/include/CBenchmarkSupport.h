// SPDX-License-Identifier: MIT
/// What the benchmarks need of C: chains of elements driven without a pipeline, and the roof of a pass over memory.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Elements between pads that are fed from a pool of buffers, as a camera does it, one frame at a time.
typedef struct SwvChain SwvChain;

/// Why a chain can't be made.
typedef enum {
    SWV_FAILS,
    /// An element is not installed.
    SWV_LACKS_ELEMENT,
    /// An element has no such property or value, or does not take or give the format.
    SWV_LACKS_FEATURE,
} SwvReason;

/// Starts GStreamer and loads the plugin file. Returns whether GStreamer took it.
bool swv_bench_init(const char *_Nonnull plugin_file);

/// Starts GStreamer alone.
void swv_bench_init_gstreamer(void);

/// Loads the plugin that GStreamer's registry has.
bool swv_bench_load(void);

/// GStreamer's version, in words.
const char *_Nonnull swv_gstreamer_version(void);

/// The compiler of the C parts, in words.
const char *_Nonnull swv_compiler_version(void);

/// `launch` is one element or several, as gst-launch takes them. With one input they begin with the sink pad that is not
/// linked; with `inputs` of them with those of elements named in0, in1 and so on, all but the first of which get `other_caps`. NULL where they can't be made or linked, or
/// don't take the caps; then `*reason` is why, and `*error` the same in words, to be freed with `swv_free`.
SwvChain *_Nullable swv_chain_new(
    const char *_Nonnull launch, int inputs, const char *_Nonnull in_caps, const char *_Nonnull other_caps,
    const char *_Nonnull out_caps, char *_Nullable *_Nonnull error, SwvReason *_Nonnull reason);
void swv_chain_free(SwvChain *_Nonnull chain);
void swv_free(void *_Nullable text);

/// Bytes of a frame of an input.
size_t swv_chain_input_size(SwvChain *_Nonnull chain, int input);

/// Takes what each frame of input `input` shows, which has to stay in memory.
void swv_chain_show(SwvChain *_Nonnull chain, int input, const void *_Nonnull bytes);

/// Makes the next frame ready: a buffer for each input, with what it shows.
bool swv_chain_prepare(SwvChain *_Nonnull chain);

/// Pushes what was made ready, and returns when the frame has come out; false where none came.
bool swv_chain_run(SwvChain *_Nonnull chain);

/// Copies at most `count` bytes of what the next frame becomes.
void swv_chain_copy_next(SwvChain *_Nonnull chain, void *_Nonnull bytes, size_t count);
/// How many bytes the frame that was copied has.
size_t swv_chain_copied(SwvChain *_Nonnull chain);

/// Why a frame did not come out, as the elements said it; to be freed with `swv_free`.
char *_Nonnull swv_chain_error(SwvChain *_Nonnull chain);

/// Thousand million cycles a second of this core, now.
double swv_gigahertz(void);

/// Reads and writes every byte once, with the widest vectors of this CPU: the roofline of an in-place pass.
void swv_memory_pass(void *_Nonnull bytes, size_t count);
