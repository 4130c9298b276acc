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

/// Stores a GValue. Returns whether the value has changed.
gboolean swv_value_set(SwvValue *value, const SwvProperty *property, const GValue *from);
void swv_value_get(const SwvValue *value, const SwvProperty *property, GValue *to);

/// An element's settings: any thread changes the values, the streaming thread takes a snapshot of them for each frame.
typedef struct {
    const SwvElement *element;
    // Not the object lock: GLib's mutexes are not seen by ThreadSanitizer, POSIX ones are.
    pthread_mutex_t lock; ///< of the next two
    SwvValue *values;
    guint64 serial; ///< changes with the values

    // The streaming thread's own.
    SwvValue *snapshot;
    guint64 snapshot_serial;
} SwvSettings;

void swv_settings_init(SwvSettings *settings, const SwvElement *element);
void swv_settings_clear(SwvSettings *settings);

/// Takes the property `id` and notifies of those computed from it.
void swv_settings_set(SwvSettings *settings, GObject *object, guint id, const GValue *value);
void swv_settings_get(SwvSettings *settings, guint id, GValue *value);

/// Makes the snapshot that of now. Returns whether it has changed.
gboolean swv_settings_take(SwvSettings *settings);

/// The caps of raw video in formats, names in braces, to be kept as long as the process lives.
GstCaps *swv_format_caps(const char *formats);
/// The same of the element's formats.
GstCaps *swv_native_caps(const SwvElement *element);

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

/// What the caps say of a picture.
SwvVideoInfo swv_video_info(const GstVideoInfo *info);

/// A frame's times in ns, GST_CLOCK_TIME_NONE where unknown.
typedef struct {
    GstClockTime timestamp;
    GstClockTime stream_time;
    GstClockTime running_time;
    GstClockTime duration;
} SwvTimes;

/// The times of a buffer in `segment`; one without a duration lasts as long as the frame rate says.
SwvTimes swv_times(const GstSegment *segment, const GstVideoInfo *info, GstBuffer *buffer);

/// The times of a filter's buffer; properties are set to what controls them say for its stream time.
SwvTimes swv_filter_sync(GstVideoFilter *filter, GstBuffer *buffer);

/// Whether film begins with an event on a filter's sink pad that does not follow on the last frame.
gboolean swv_filter_begins_anew(GstBaseTransform *base, GstEvent *event);

/// A time for callbacks, which have -1 for an unknown one.
int64_t swv_time(GstClockTime time);

/// Posts `report` as an element message named `name`.
void swv_post_report(GstElement *element, const char *name, const SwvTimes *times, const SwvReport *report);
