#pragma once

#include <gst/gst.h>
#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>

#include <pthread.h>

#include "CElementShim.h"

SwvBandPool *swv_band_pool_new(void);
/// Ends the pool's threads; later runs start others.
void swv_band_pool_stop(SwvBandPool *pool);
void swv_band_pool_free(SwvBandPool *pool);

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
void swv_value_get(const SwvValue *value, const SwvProperty *property, GValue *to);

/// What a property says to set others to, or why it can't.
typedef struct {
    const SwvValue *values; ///< those in preset files count; NULL: nothing is to be set
    SwvValue *loaded;       ///< `values`, if they are to be freed
    gboolean is_location;   ///< whether the property is a file's name
    GError *error;          ///< for the bus
} SwvPreset;

/// Fills `preset` from the property at `index` and its new value; for most properties nothing. May read a file.
void swv_preset_read(SwvPreset *preset, const SwvElement *e, size_t index, const GValue *value);
/// The number of the look that `values` are, else 0.
int64_t swv_preset_current(const SwvElement *e, const SwvValue *values);
/// Sets `values`, and notifies of those that change. Returns whether any does.
gboolean swv_preset_apply(const SwvPreset *preset, GObject *object, const SwvElement *e, SwvValue *values);

/// What was wrong with an element's preset file while nobody may have been listening.
typedef struct {
    pthread_mutex_t lock; ///< of the next two
    gboolean has_started; ///< and has not stopped since
    GError *error;
} SwvPresetErrors;

void swv_preset_errors_init(SwvPresetErrors *errors);
void swv_preset_errors_clear(SwvPresetErrors *errors);
/// Returns whether `element` may start; posts an error if not.
gboolean swv_preset_errors_start(SwvPresetErrors *errors, gpointer element);
void swv_preset_errors_stop(SwvPresetErrors *errors);

/// Frees what `preset` holds. An error of it is posted as a warning, or kept in `errors` until the start.
void swv_preset_end(SwvPreset *preset, gpointer element, SwvPresetErrors *errors);

/// The text of a preset file for `values`, which `lock` is of. To be freed.
char *swv_preset_text(const SwvElement *e, const SwvValue *values, pthread_mutex_t *lock);
/// Makes elements of `type`, of which there is none yet, GstPresets if they have presets at all.
void swv_preset_add_interface(GType type, const SwvElement *e);
/// Adds the action signal `preset-json`, which returns a text, if they have presets at all.
void swv_preset_add_signal(GType type, const SwvElement *e, GCallback handler);

/// Reads a preset file, gives its members to `take`, which may fail too, and returns whether all went well. Errors are of
/// GST_RESOURCE_ERROR and tell the line, the byte or the name.
gboolean swv_preset_file_read(
    const char *location, gboolean (*take)(gpointer data, const SwvNamedValue *members, size_t count, GError **error),
    gpointer data, GError **error);

/// An element's settings: any thread changes the values, the streaming thread takes a snapshot of them for each frame.
typedef struct {
    const SwvElement *element;
    // Not the object lock: GLib's mutexes are not seen by ThreadSanitizer, POSIX ones are.
    pthread_mutex_t lock; ///< of the next two
    SwvValue *values;
    guint64 serial; ///< changes with the values
    SwvPresetErrors preset_errors;

    // The streaming thread's own.
    SwvValue *snapshot;
    guint64 snapshot_serial;
} SwvSettings;

void swv_settings_init(SwvSettings *settings, const SwvElement *element);
void swv_settings_clear(SwvSettings *settings);

/// Takes the property `id`, those that it sets if it is a preset, and notifies of those that follow from them.
void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value);
void swv_settings_get(SwvSettings *settings, guint id, GValue *value);

/// Makes the snapshot that of now. Returns whether it has changed.
gboolean swv_settings_take(SwvSettings *settings);

/// What every element has. All but the settings, which say so themselves, is the streaming thread's own.
typedef struct {
    SwvSettings settings;
    SwvBandPool *pool;
    void *effect;
} SwvInstance;

/// Not to be left to the start: GStreamer opens the pads before it calls that, so a mixer's frame may come first.
void swv_instance_init(SwvInstance *instance, const SwvElement *element);
void swv_instance_clear(SwvInstance *instance);
/// Returns whether `element` may start; posts an error if not.
gboolean swv_instance_start(SwvInstance *instance, gpointer element, GstDebugCategory *category);
/// Ends the threads and forgets earlier film.
void swv_instance_stop(SwvInstance *instance);

/// An allocator whose memory is GStreamer's system memory, and which fails where there is none.
GstAllocator *swv_allocator(void);
/// Lets an allocation query name it where it names none.
void swv_offer_allocator(GstQuery *query);
/// Whether mapping a buffer would make GStreamer copy its memory: it is shared, or in parts.
gboolean swv_map_copies(GstBuffer *buffer, GstMapFlags flags);
/// A copy in memory of its own, in one piece; NULL where there is none.
GstBuffer *swv_buffer_copy(GstBuffer *buffer);
/// Whether so much memory can be had now, for what only GStreamer can allocate. Another thread may take it meanwhile.
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

/// Whether a buffer of such caps is one picture. One of fields or separate views holds several, each with a
/// GstVideoMeta, and the first alone would be seen.
gboolean swv_is_one_picture(const GstVideoInfo *info);

/// Whether a video meta, if there is one, is of a picture as large as the caps' and of their format.
/// GStreamer's own check of this, when it maps a frame, is an assertion.
gboolean swv_meta_fits(const GstVideoInfo *info, GstBuffer *buffer);

/// Whether every row that the geometry names lies inside the mapped memory, samples at multiples of their size.
/// The frame was zeroed before it was mapped.
gboolean swv_frame_fits(const SwvGeometry *geometry, const GstVideoFrame *frame);

/// The planes of a frame that fits.
SwvFrame swv_frame(const SwvGeometry *geometry, const GstVideoFrame *frame);

/// Warns on the bus that a buffer does not hold what its caps announce, and says what becomes of it.
void swv_warn_of_buffer(GstElement *element, const GstVideoInfo *info, GstBuffer *buffer, const char *consequence);

/// The range of the caps' colours; where they leave it unknown, what GStreamer assumes of new caps.
GstVideoColorRange swv_color_range(const GstVideoInfo *info);

/// What the caps say of a picture.
SwvVideoInfo swv_video_info(const GstVideoInfo *info);

/// Fills in what a frame's flags say of its fields, and its place in the film.
void swv_frame_fields(SwvFrame *frame, const GstVideoFrame *video);

/// A frame's times in ns, GST_CLOCK_TIME_NONE where unknown.
typedef struct {
    GstClockTime timestamp;
    GstClockTime stream_time;
    GstClockTime running_time;
    GstClockTime duration;
    gint64 film_time; ///< see SwvFrame
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
/// Takes what an event on the sink pad says, before the parent class does. Returns whether film begins with it that does not
/// follow on the last frame.
gboolean swv_filter_sink_event(SwvFilterStream *stream, GstBaseTransform *base, GstEvent *event);
/// Answers a query for the position, and gives all others to `parent_class`.
gboolean swv_filter_query(
    SwvFilterStream *stream, gpointer parent_class, GstBaseTransform *base, GstPadDirection direction, GstQuery *query);

/// Whether times in a segment can be told in running time: not where it is played in reverse from an unknown end.
gboolean swv_segment_is_placed(const GstSegment *segment);

/// A time for callbacks, which have -1 for an unknown one.
int64_t swv_time(GstClockTime time);

/// The stream time of `position` in `segment`, -1 if there is none.
gint64 swv_stream_time(const GstSegment *segment, GstClockTime position);

/// Multiplies the place that a navigation event tells of a pointer or a touch, if it tells one. Takes the event.
GstEvent *swv_scale_pointer(GstEvent *event, double x_factor, double y_factor);

/// Whether a query asks for the position in time. Parent classes (1.22) read their segment for it while the streaming thread
/// changes it: filters fail an assertion where a flush or a segment in another format comes between, mixers say -1.
gboolean swv_asks_for_position(GstQuery *query);

/// Posts `report` as an element message named `name`.
void swv_post_report(GstElement *element, const char *name, const SwvTimes *times, const SwvReport *report);
