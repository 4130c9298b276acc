// SPDX-License-Identifier: MIT
/// What tests need of GStreamer that is a macro or takes variable arguments, and what they need of the process:
/// a count of critical messages, of heap allocations and of threads, and child processes.
#pragma once

#include <gst/check/gstharness.h>
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gst/video/video.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Starts GStreamer without the installed plugins and counts criticals from now on. Once.
void tst_init(void);
/// Registers a plugin in this process, without a file.
void tst_register(bool (*register_elements)(GstPlugin *plugin));

/// GLib's criticals so far, in any thread, and GStreamer's warnings, which are of data and events that come as they must not.
unsigned tst_critical_count(void);
/// The text of the last one, or "".
const char *tst_last_critical(void);
/// Begins the names of elements and pads that are used wrong on purpose: warnings that name one do not count.
#define TST_CARELESS "careless-"

// Properties

void tst_set_double(void *object, const char *name, double value);
void tst_set_int(void *object, const char *name, int value);
void tst_set_string(void *object, const char *name, const char *_Nullable value);
void tst_set_uint64(void *object, const char *name, uint64_t value);
double tst_get_double(void *object, const char *name);
int tst_get_int(void *object, const char *name);
/// Of signed properties the same bits.
uint64_t tst_get_uint64(void *object, const char *name);
/// Counts notifications of a property in `count`, which outlives the object.
void tst_count_notify(void *object, const char *name, int *count);
/// Sets any property from its text, as gst-launch does.
void tst_set_text(void *object, const char *name, const char *text);
/// Sets a structure with one field, of a type that has the name and the memory of one of Graphene; `count` is at most 16.
void tst_set_graphene(
    void *object, const char *property, const char *type, const char *field, const float *numbers, int count);
/// Emits the action signal of elements that pick colours.
void tst_pick(void *element, double x, double y);
/// To be freed with g_free.
char *_Nullable tst_get_string(void *object, const char *name);
/// Any property as text. To be freed with g_free.
char *_Nullable tst_get_text(void *object, const char *name);

// Channels of GstColorBalance, by label
int tst_balance_count(void *element);
void tst_balance_set(void *element, const char *label, int value);
int tst_balance_get(void *element, const char *label);

/// What the action signal `preset-json` returns. To be freed with g_free.
char *_Nullable tst_preset_json(void *object);

typedef struct {
    char name[64];
    char type[64]; ///< GType name of the value
    bool readable, writable, controllable, mutable_playing;
    bool is_double, is_int, is_uint64, is_int64, is_boolean, is_enum, is_string, is_array;
    /// A GstStructure, which is a string too: as one it is read and written.
    bool is_structure;
    double minimum, maximum, initial;         ///< numbers only; of an enum the initial one
    uint64_t minimum64, maximum64, initial64; ///< of 64-bit integers alone
    char text[128];                   ///< initial string
    bool has_blurb;
} TstProperty;

/// Properties that the element's own class adds, not its parents; returns how many there are.
int tst_properties(void *element, TstProperty *to, int capacity);
/// A property of any object, whichever class adds it; returns whether it is there.
bool tst_property(void *object, const char *name, TstProperty *to);

// Children, as GstChildProxy has them

unsigned tst_child_count(GstElement *element);
/// To be freed with g_free.
char *_Nullable tst_child_name(GstElement *element, unsigned index);
/// To be unreferenced.
void *_Nullable tst_child(GstElement *element, const char *name);
/// A number by its path, such as `sepia0::intensity`.
/// Takes back the reference to a child that gst_parse_launch of 1.22 leaves when it sets a property of one.
void tst_child_unref_parsed(GstElement *element, const char *name);
double tst_child_get(GstElement *element, const char *path);
void tst_child_set(GstElement *element, const char *path, double value);
/// The same, where there is such a child.
void tst_child_try_set(GstElement *element, const char *path, double value);

/// Children that were told of.
typedef struct {
    int added, removed;
} TstChildCounts;

/// Counts children that come and go in `counts`, which outlives the element.
void tst_count_children(GstElement *element, TstChildCounts *counts);

// Harness

GstElement *tst_element(GstHarness *harness);
/// The type of an object.
GType tst_type(void *object);
GstFlowReturn tst_push(GstHarness *harness, GstBuffer *buffer);
/// A source for another pad of an element, which is requested by its name where it is not there; live or not.
GstHarness *tst_source(GstElement *element, const char *pad, bool live);
/// Pushes one buffer through the element again and again, `count` times, without the harness's own queue.
GstFlowReturn tst_cycle(GstHarness *harness, GstBuffer *buffer, int count);
/// Takes a buffer and pushes it `count` times through an element that makes others, which are discarded.
GstFlowReturn tst_feed(GstHarness *harness, GstBuffer *buffer, int count);
/// Lets downstream refuse the next buffer with `flow`.
void tst_refuse_next(GstHarness *harness, int flow);
/// Makes each setting of an aggregator's segment last so many microseconds, before it counts.
void tst_slow_segments(unsigned microseconds);
/// Keeps messages for tst_message.
GstBus *tst_bus(GstHarness *harness);

typedef struct {
    bool is_error, is_warning;
    char text[512];
    char domain[64];
    int code;
    char source[64];
} TstMessage;

/// Takes the next error or warning from the bus.
bool tst_message(GstBus *bus, TstMessage *message);

typedef struct {
    char name[64];
    char stage[64]; ///< the stage that it is of, if it is of one
    uint64_t timestamp, stream_time, running_time, duration, end_time; ///< of times that are not there 42
    int array_count;
    char array_names[8][16];
    int counts[8];
    unsigned values[8][256];
} TstElementMessage;

/// Takes the next element message from the bus; of other messages, those before are lost.
bool tst_element_message(GstBus *bus, TstElementMessage *message);

// Buffers

/// A buffer with a copy of `bytes` in one memory.
GstBuffer *tst_buffer(const void *bytes, size_t size);
/// The same with the bytes in `count` memories.
GstBuffer *tst_buffer_in_parts(const void *bytes, size_t size, int count);
void tst_add_video_meta(
    GstBuffer *buffer, GstVideoFormat format, unsigned width, unsigned height, unsigned planes, const size_t *offsets,
    const int *strides);
void tst_set_times(GstBuffer *buffer, uint64_t pts, uint64_t dts, uint64_t duration, uint64_t offset);
uint64_t tst_pts(GstBuffer *buffer);
uint64_t tst_dts(GstBuffer *buffer);
uint64_t tst_duration(GstBuffer *buffer);
uint64_t tst_offset(GstBuffer *buffer);
unsigned tst_flags(GstBuffer *buffer);
void tst_set_flags(GstBuffer *buffer, unsigned flags);
bool tst_is_writable(GstBuffer *buffer);
/// A meta whose API is tagged "video" alone, registered here.
void tst_add_tagged_meta(GstBuffer *buffer, int value);
/// Its value, or -1.
int tst_tagged_meta(GstBuffer *buffer);
/// A region of interest of type "face", and a time code of `frames` frames.
void tst_add_video_metas(GstBuffer *buffer, unsigned x, unsigned frames);
/// Their x and frames, or -1.
int tst_roi_x(GstBuffer *buffer);
/// Four numbers of a region of interest, and of a crop: x, y, width, height. Returns FALSE where one is missing.
bool tst_regions(GstBuffer *buffer, unsigned *numbers);
int tst_timecode_frames(GstBuffer *buffer);
int tst_meta_count(GstBuffer *buffer);

/// The format of a name. GStreamer declares its own function to depend on the pointer alone, so that Swift may keep
/// the result of a call with another text in the same place.
GstVideoFormat tst_format(const char *name);
bool tst_video_info(GstVideoInfo *info, const char *caps);

/// Its memory, to see whether two buffers share it.
const void *tst_memory(GstBuffer *buffer);

// Pads for fuzz tests

/// A pad that reads all that an element makes and answers as it is told. Linked to the element's pad `src`.
typedef struct TstSink TstSink;
TstSink *tst_sink_new(GstElement *element);
/// Not while the element may still push.
void tst_sink_free(TstSink *sink);
/// What pushes return; how allocation is answered, 0 not at all, 1 to 4 in strange ways; whether caps are taken.
void tst_sink_answer(TstSink *sink, int flow, int allocation, bool accepts);
GstPad *tst_sink_pad(TstSink *sink);
/// From now on the last buffer is kept.
void tst_sink_keep(TstSink *sink);
/// Takes it, if one has come since.
GstBuffer *_Nullable tst_sink_take(TstSink *sink);
/// An active pad linked to a pad of the element, which is requested if it is not there; NULL if there is none.
GstPad *_Nullable tst_source_pad(GstElement *element, const char *name);
/// Lets a source answer as a live one with that latency in nanoseconds, or as another.
void tst_source_set_live(GstPad *pad, bool is_live, uint64_t latency);
/// A mixer, which is live without a live input where it is forced to.
GstElement *_Nullable tst_mixer_new(const char *factory, const char *name, bool forces_live);
/// Gives an element the system's clock; its running time begins so many nanoseconds after now.
void tst_begin_clock(GstElement *element, uint64_t after);
/// Unlinks it, and releases what was requested.
void tst_source_pad_release(GstElement *element, GstPad *pad);
/// Wakes a thread that pushes there, after the element has stopped: GstAggregator (1.22) lets one wait for ever whose flush
/// met the stop.
void tst_source_pad_wake(GstPad *pad);
/// Gives up a reference; whether it was the last.
bool tst_ends(GstElement *element);
/// Counts a buffer as long as it is there.
void tst_count_buffer(GstBuffer *buffer);
long tst_counted_buffers(void);
void tst_add_crop_meta(GstBuffer *buffer, unsigned x, unsigned y, unsigned width, unsigned height);
/// Makes its memories read-only.
void tst_make_readonly(GstBuffer *buffer);

// Hostile memory

/// What memory refuses, or does otherwise than it says.
typedef enum {
    TST_REFUSES_MAPS = 1,
    TST_REFUSES_WRITES = 2, ///< maps for writing alone
    TST_REFUSES_COPIES = 4,
    TST_MAPS_LESS = 8,     ///< half of what it announces
    TST_MAPS_NOTHING = 16, ///< no byte of it
    TST_NO_SHARE = 32,
    TST_READ_ONLY = 64,
    TST_ODD_ADDRESS = 128,
    TST_MAPS_ONCE = 256, ///< and refuses maps from then on
} TstRefusals;

GstAllocator *tst_hostile_allocator(unsigned refusals);
/// A buffer with a copy of `bytes` in `count` memories, which end at `ends`.
GstBuffer *tst_hostile_buffer(const void *bytes, const size_t *ends, int count, unsigned refusals);
/// Whether the memories of such a buffer still have these bytes, however they refuse to be read.
bool tst_hostile_bytes_are(GstBuffer *buffer, const void *bytes);
/// Whether the bytes of a buffer can be read as those of any other.
bool tst_is_readable(GstBuffer *buffer);
/// Lets downstream offer such memory.
void tst_offer_hostile_memory(GstHarness *harness, unsigned refusals);
/// Lets downstream offer a pool of buffers whose planes lie at odd offsets with odd strides, and take any GstVideoMeta.
void tst_offer_odd_pool(GstHarness *harness);

/// Offers a pool that answers with `result` when it is asked for a buffer.
void tst_offer_failing_pool(GstHarness *harness, GstFlowReturn result);

// Pads that open

/// Calls `hook` when a pad is open for data and its element has not been started yet, with each start.
void tst_on_activation(GstPad *pad, void (*hook)(void *_Nullable context), void *_Nullable context);
/// Whether another thread could push on a pad now, and would not wait.
bool tst_stream_is_free(GstPad *pad);

// Control

/// Moves a double property from `start` at time 0 to `end` at `duration`, linearly. The property's range is 0...1.
void tst_control(void *object, const char *property, double start, double end, uint64_t duration);
/// Leaves a property alone again.
void tst_uncontrol(GstElement *element, const char *property);

// Process

/// Starts and stops counting allocations of this thread and of the threads of band pools.
void tst_count_allocations(bool enabled);
long tst_allocations(void);
/// Whether allocations can be counted in this build; not under sanitizers.
bool tst_can_count_allocations(void);
/// Lets the `number`th allocation of at least `least` bytes from now on fail, in this thread or the own of a mixer or a source.
void tst_fail_allocation(size_t least, long number);
/// Lets all allocations of at least `least` bytes fail from now on, in this thread.
void tst_refuse_allocations(size_t least);
/// Returns whether the one has failed that was to; none does any more.
bool tst_end_failing(void);
/// Fills memory that any thread allocates from now on with a byte; -1: leaves it as it is. Where allocations can be counted alone.
void tst_fill_allocations(int byte);
/// Bytes that are allocated now, in all threads' arenas; gives back to the system what can be.
long tst_heap_bytes(void);
/// Whether this is a build with AddressSanitizer or ThreadSanitizer.
bool tst_is_sanitized(void);
/// Whether a process like this one, of which this thread alone is left, pushes a buffer and stops in two minutes. Takes the buffer.
bool tst_push_in_child(GstHarness *harness, GstBuffer *buffer);
/// Makes the next allocations print where they come from, `count` of them.
void tst_trace_allocations(int count);

#pragma clang assume_nonnull end
