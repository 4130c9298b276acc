#pragma once

#include <gst/gst.h>
#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>

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

/// A time for callbacks, which have -1 for an unknown one.
int64_t swv_time(GstClockTime time);

/// Posts `report` as an element message named `name`.
void swv_post_report(GstElement *element, const char *name, const SwvTimes *times, const SwvReport *report);
