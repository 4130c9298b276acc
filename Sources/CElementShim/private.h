// SPDX-License-Identifier: MIT
#pragma once

#include <gst/gst.h>
#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>

#include "CElementShim.h"

/// An element as the pool of threads knows it.
struct SwvBandUser {
    gboolean has_threads; ///< it has had some, and has not left since
};

/// Ends the pool's threads if no other element has had some; later runs start others.
void swv_band_pool_leave(SwvBandUser *user);

/// Installs `properties` on a class, from id 1 on, those that can be set mutable in PLAYING.
void swv_properties_install(GObjectClass *klass, const SwvProperty *properties, size_t count);

/// Sets `values` to the initial ones.
void swv_values_init(SwvValue *values, const SwvProperty *properties, size_t count);
void swv_values_clear(SwvValue *values, const SwvProperty *properties, size_t count);

/// Makes `to` equal to `from`; strings are shared by reference count, nothing is allocated.
void swv_values_copy(SwvValue *to, const SwvValue *from, const SwvProperty *properties, size_t count);

/// Computes the values that follow from others, and notifies of those that change.
void swv_values_follow(GObject *object, const SwvElement *e, SwvValue *values);

/// Stores a GValue. Returns whether the value has changed.
gboolean swv_value_set(SwvValue *value, const SwvProperty *property, const GValue *from);
/// Stores another value. Returns whether that changes it.
gboolean swv_value_assign(SwvValue *value, const SwvProperty *property, const SwvValue *from);
/// The numbers of a GstValueArray, to be freed; NAN for what is none.
double *swv_numbers_get(const GValue *array, size_t *count);
/// Their text, to be freed.
char *swv_numbers_text(const double *numbers, size_t count);
void swv_value_get(const SwvValue *value, const SwvProperty *property, GValue *to);

/// What a property says to set others to, or why it can't.
typedef struct {
    const SwvValue *values; ///< those in preset files count; NULL: nothing is to be set
    SwvValue *loaded;       ///< `values`, if they are to be freed
    GError *error;          ///< for the bus
} SwvPreset;

/// Fills `preset` from the property at `index` and its new value; for most properties nothing. May read a file.
void swv_preset_read(SwvPreset *preset, const SwvElement *e, size_t index, const GValue *value);
/// The number of the look that `values` are, else 0.
int64_t swv_preset_current(const SwvElement *e, const SwvValue *values);
/// Sets `values`, and notifies of those that change. Returns whether any does.
gboolean swv_preset_apply(const SwvPreset *preset, GObject *object, const SwvElement *e, SwvValue *values);

/// Reads a file that has at most `maximum` bytes into memory with a terminator. `kind` is what it should be, such as "a JSON
/// file". The error, of GST_RESOURCE_ERROR, tells what was wrong and what would be right.
char *swv_file_read(const char *location, gsize maximum, const char *kind, gsize *size, GError **error);
/// Whether a PNG is all there, undamaged, and no wider or higher than that.
gboolean swv_png_is_whole(const guint8 *bytes, gsize size, guint32 greatest_side);

#define SWV_STAGES G_MAXUINT

/// What was wrong with an element's settings while nobody may have been listening.
typedef struct {
    GMutex lock; ///< of the next two
    gboolean has_started; ///< and has not stopped since
    /// By the property that each is about; 0: it is about a chain's text, SWV_STAGES: about its stages.
    GHashTable *errors;
} SwvPresetErrors;

void swv_preset_errors_init(SwvPresetErrors *errors);
void swv_preset_errors_clear(SwvPresetErrors *errors);
/// Returns whether `element` may start; posts an error if not. What only was no value for a property is a warning.
gboolean swv_preset_errors_start(SwvPresetErrors *errors, gpointer element);
void swv_preset_errors_stop(SwvPresetErrors *errors);
/// Posts a warning of `error`, if there is one, and takes it. Until the start it is kept instead; one about the same property is
/// forgotten.
void swv_preset_errors_take(SwvPresetErrors *errors, gpointer element, guint property, GError *error);
gboolean swv_preset_errors_has_started(SwvPresetErrors *errors);

/// Frees what `preset` holds.
void swv_preset_end(SwvPreset *preset);

/// The text of a preset file for `values`, which `lock` is of. To be freed.
char *swv_preset_text(const SwvElement *e, const SwvValue *values, GMutex *lock);
/// Makes elements of `type`, of which there is none yet, GstPresets if they have presets at all.
void swv_preset_add_interface(GType type, const SwvElement *e);
/// Adds the action signal `preset-json`, which returns a text, if they have presets at all.
void swv_preset_add_signal(GType type, const SwvElement *e, GCallback handler);

/// Makes elements of `type`, of which there is none yet, GstColorBalances if a channel drives any of their properties.
void swv_color_balance_add_interface(GType type, const SwvElement *e);

/// Reads a preset file, gives its members to `take`, which may fail too, and returns whether all went well. Errors are of
/// GST_RESOURCE_ERROR and tell the line, the byte or the name.
gboolean swv_preset_file_read(
    const char *location, gboolean (*take)(gpointer data, const SwvNamedValue *members, size_t count, GError **error),
    gpointer data, GError **error);

/// An element's settings: any thread changes the values, the streaming thread takes a snapshot of them for each frame.
typedef struct {
    const SwvElement *element;
    GMutex lock; ///< of the next three
    SwvValue *values;
    bool *is_set; ///< whether a property has been set itself, for those that others imply
    guint64 serial; ///< changes with the values
    SwvPresetErrors preset_errors;

    // The streaming thread's own.
    SwvValue *snapshot;
    guint64 snapshot_serial;
} SwvSettings;

void swv_settings_init(SwvSettings *settings, const SwvElement *element);
void swv_settings_clear(SwvSettings *settings);

/// Takes the property `id`, those that it sets if it is a preset, and notifies of those that follow from them. What was wrong is
/// posted, or kept until the start.
void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value);
/// The same, but returns what was wrong instead of posting it.
GError *swv_settings_set_value(SwvSettings *settings, GObject *object, guint id, const GValue *value);
/// Whether values may be refused.
gboolean swv_property_can_fail(const SwvProperty *property);
void swv_settings_get(SwvSettings *settings, guint id, GValue *value);
/// Takes those `values` that are given, and notifies of those that change.
void swv_settings_assign(SwvSettings *settings, GObject *object, const SwvValue *values, const bool *is_given);

/// Makes the snapshot that of now. Returns whether it has changed.
gboolean swv_settings_take(SwvSettings *settings);

/// Memory for the rows of a frame, kept for the next one.
typedef struct {
    guint8 *data;
    gsize size;
} SwvRows;

/// What every element has. All but the settings, which say so themselves, is the streaming thread's own.
typedef struct {
    SwvSettings settings;
    SwvBandUser bands;
    void *effect;
    SwvRows input; ///< of frames whose samples are not at multiples of their size
    SwvRows output;
} SwvInstance;

/// What GStreamer shows of an element: names, author, and the URI of its page of documentation.
void swv_element_class_describe(GstElementClass *klass, const SwvElement *element);

/// Not to be left to the start: GStreamer opens the pads before it calls that, so a mixer's frame may come first.
void swv_instance_init(SwvInstance *instance, const SwvElement *element);
void swv_instance_clear(SwvInstance *instance);
/// Returns whether `element` may start; posts an error if not.
gboolean swv_instance_start(SwvInstance *instance, gpointer element, GstDebugCategory *category);
/// Leaves the pool of threads and forgets earlier frames.
void swv_instance_stop(SwvInstance *instance);

/// An allocator whose memory is GStreamer's system memory, and which fails where there is none.
GstAllocator *swv_allocator(void);
/// Lets an allocation query name it where it names none.
void swv_offer_allocator(GstQuery *query);
/// The same, and its memory comes zeroed, so that what lies between rows tells nothing.
void swv_offer_zeroing_allocator(GstQuery *query);
/// The pool that downstream offers, for buffers of at least so many bytes, with limits that fit each other; NULL: none.
GstBufferPool *swv_offered_pool(GstQuery *query, gsize frame_size, guint *size, guint *least, guint *most);
/// How it went to get at the bytes of a buffer.
typedef enum {
    SWV_ACCESS_OK,
    SWV_ACCESS_UNSOUND,   ///< it does not hold the frame that its caps announce
    SWV_ACCESS_REFUSED,   ///< its memory can't be mapped whole, or copied
    SWV_ACCESS_NO_MEMORY, ///< there is none for a copy
} SwvAccess;

/// Whether mapping a buffer would make GStreamer copy its memory: it is shared, or in parts.
gboolean swv_map_copies(GstBuffer *buffer, GstMapFlags flags);
/// Makes a copy in memory of its own, in one piece; NULL where there is none.
SwvAccess swv_buffer_copy(GstBuffer *buffer, GstBuffer **copy);
/// Gives a writable buffer memory of its own, in one piece, with the same bytes.
SwvAccess swv_buffer_own(GstBuffer *buffer);
/// Maps the frame that caps announce, if all of its rows are in the buffer.
SwvAccess swv_frame_map(
    GstVideoFrame *frame, const GstVideoInfo *info, const SwvGeometry *geometry, GstBuffer *buffer, GstMapFlags flags);
/// Posts why the bytes of an input can't be had: they are refused, or there is no memory.
void swv_post_access(gpointer element, SwvAccess access, GstBuffer *buffer, const GstVideoInfo *info);
/// Posts why a buffer that comes from downstream can't be written.
void swv_post_output_access(gpointer element, SwvAccess access, GstBuffer *buffer, const GstVideoInfo *info);

/// Whether so much memory can be had now, and leaves enough for small things, for what only GStreamer can allocate. Another thread
/// may take it meanwhile.
gboolean swv_has_memory(gsize bytes);
/// Posts that there is no memory for a frame.
void swv_post_no_memory(gpointer element, guint64 bytes, const GstVideoInfo *info);
/// Posts that there is none for an output buffer, if it should have come from our allocator: another's has its own words.
/// Takes the allocator.
void swv_post_no_buffer(gpointer element, GstAllocator *allocator, const GstVideoInfo *info);
/// Posts why a callback failed, where it is not memory that was wanting as an error of the stream.
void swv_post_error(gpointer element, const SwvError *error, const GstVideoInfo *info, GstStreamError code);
/// Whether frames that an element makes are within what GStreamer counts; posts an error if not.
gboolean swv_check_output_size(gpointer element, const GstVideoInfo *info);

/// The caps of raw video in formats, names in braces.
GstCaps *swv_format_caps(const char *formats);
/// The same, to be kept as long as the process lives, which GStreamer's tracer of leaks is told.
GstCaps *swv_kept_caps(const char *formats);

/// Whether an element takes caps on a sink pad.
typedef gboolean (*SwvTakesCaps)(GstElement *element, GstPad *pad, GstCaps *caps);

/// Whether a sink pad's event brings caps that the element does not take. Then posts an error, once for each stream: what came and
/// what would be right. `formats` are those that it takes, names in braces.
/// What kind of video came that no element here changes, and what would be right, as the end of a sentence; NULL: it is frames in system
/// memory. To be freed.
char *swv_kind_text(const GstStructure *structure, const GstCapsFeatures *features);
/// The same of caps, or advice that always helps.
char *swv_kind_text_of_caps(GstCaps *caps);
gboolean swv_refuse_caps(GstPad *pad, GstEvent *event, const char *formats, SwvTakesCaps takes);
/// Answers whether a sink pad accepts caps with yes, so that their event comes to be refused. Returns FALSE for other queries.
gboolean swv_accept_any_caps(GstQuery *query);

/// Whether a buffer of such caps is one frame. One of fields or separate views holds several, each with a
/// GstVideoMeta, and the first alone would be seen.
gboolean swv_is_one_frame(const GstVideoInfo *info);

/// Whether a video meta, if there is one, is of a frame as large as the caps' and of their format.
/// GStreamer's own check of this, when it maps a frame, is an assertion.
gboolean swv_meta_fits(const GstVideoInfo *info, GstBuffer *buffer);

/// Whether every row that the geometry names lies inside the mapped memory. The frame was zeroed before it was mapped.
gboolean swv_frame_fits(const SwvGeometry *geometry, const GstVideoFrame *frame);

/// The planes of a frame that fits.
SwvFrame swv_frame(const SwvGeometry *geometry, const GstVideoFrame *frame);

/// Makes `frame` what effects take of `from`, whose planes may begin at any address: itself, or its rows copied to `rows`; for
/// GST_MAP_WRITE alone, rows that are not filled. Returns 0, or how many bytes of memory are missing.
guint64 swv_rows_begin(SwvRows *rows, const SwvGeometry *g, const SwvFrame *from, GstMapFlags flags, SwvFrame *frame);
/// Copies what was written to `frame` to the planes that it was made of.
void swv_rows_end(const SwvGeometry *g, const SwvFrame *frame, const SwvFrame *to);
void swv_rows_clear(SwvRows *rows);

/// Warns on the bus that a buffer does not hold what its caps announce, and says what becomes of it.
void swv_warn_of_buffer(GstElement *element, const GstVideoInfo *info, GstBuffer *buffer, const char *consequence);

/// The range of the caps' colours; where they leave it unknown, what GStreamer assumes of new caps.
GstVideoColorRange swv_color_range(const GstVideoInfo *info);

/// What the caps say of a frame.
SwvVideoInfo swv_video_info(const GstVideoInfo *info);
/// What caps say. Returns FALSE where they are of no video.
gboolean swv_info_from_caps(GstVideoInfo *info, const GstCaps *caps);

/// Fills in what a frame's flags say of its fields, and its position in the stream.
void swv_frame_fields(SwvFrame *frame, const GstVideoFrame *video);

/// A frame's times in ns, GST_CLOCK_TIME_NONE where unknown.
typedef struct {
    GstClockTime timestamp;
    GstClockTime stream_time;
    GstClockTime running_time;
    GstClockTime duration;
    gint64 unclipped_time; ///< see SwvFrame
} SwvTimes;

/// The times of a buffer in `segment`; one without a duration lasts as long as the frame rate says.
SwvTimes swv_times(const GstSegment *segment, const GstVideoInfo *info, GstBuffer *buffer);

/// What a filter knows of the stream that it is in. All but the position is the streaming thread's own.
typedef struct {
    SwvTimes times;         ///< of the frame at hand
    gboolean qos_is_paused; ///< while the parent class can't measure lateness
    /// The stream time in ns where the last frame ends, or before it the segment begins; -1: unknown.
    _Atomic(gint64) position;
} SwvFilterStream;

/// Keeps frames waiting until the element is ready for them: GStreamer (1.22) opens the pads before, and the parent class
/// clears its segment under a frame that comes then.
GstStateChangeReturn swv_filter_change_state(gpointer parent_class, GstElement *element, GstStateChange transition);
/// Forgets where it was.
void swv_filter_start(SwvFilterStream *stream);
/// Takes the times of a filter's buffer, and sets properties to what controls them says for its stream time.
void swv_filter_sync(SwvFilterStream *stream, GstVideoFilter *filter, GstBuffer *buffer);
/// Whether an event on the sink pad brings caps that a filter does not take, names of formats in braces; posts an error then.
gboolean swv_filter_refuses(GstBaseTransform *base, GstEvent *event, const char *formats);
/// Takes what an event on the sink pad says, before the parent class does. Returns whether a stream begins with it that does not
/// follow on the last frame.
gboolean swv_filter_sink_event(SwvFilterStream *stream, GstBaseTransform *base, GstEvent *event);
/// Answers a query for the position, and gives all others to `parent_class`.
gboolean swv_filter_query(
    SwvFilterStream *stream, gpointer parent_class, GstBaseTransform *base, GstPadDirection direction, GstQuery *query);

/// Whether times in a segment can be told in running time: not where it is played in reverse from an unknown end.
gboolean swv_segment_has_position(const GstSegment *segment);

/// A time for callbacks, which have -1 for an unknown one.
int64_t swv_time(GstClockTime time);

/// The time of SwvFrame.unclipped_time.
gint64 swv_unclipped_time(const GstSegment *segment, GstClockTime timestamp);
/// The stream time of `position` in `segment`, -1 if there is none.
gint64 swv_stream_time(const GstSegment *segment, GstClockTime position);

/// Multiplies the position that a navigation event tells of a pointer or a touch, if it tells one. Takes the event.
GstEvent *swv_scale_pointer(GstEvent *event, double x_factor, double y_factor);
/// Where a navigation event's pointer is; FALSE where it has none.
gboolean swv_get_pointer(GstEvent *event, double *x, double *y);
/// Takes an event with a pointer and returns it, or a copy, with the pointer elsewhere.
GstEvent *swv_set_pointer(GstEvent *event, double x, double y);

/// Whether a query asks for the position in time. Parent classes (1.22) read their segment for it while the streaming thread
/// changes it: filters fail an assertion where a flush or a segment in another format comes between, mixers say -1.
gboolean swv_asks_for_position(GstQuery *query);

/// Adds the region of a report, if it has one, to a buffer that is writable.
void swv_mark_region(GstBuffer *buffer, const SwvReport *report);
/// Posts `report`, where it is to be, as an element message named `name`, which names the stage that it is of, if it is of one.
void swv_post_report(
    GstElement *element, const char *name, const char *stage, const SwvTimes *times, const SwvReport *report);
