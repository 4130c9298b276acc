// SPDX-License-Identifier: MIT
#pragma once

#include <gst/base/gstpushsrc.h>

#include "private.h"

/// Which frame is made next.
typedef enum {
    SWV_NEXT_NUMBER,  ///< that of `number`
    SWV_NEXT_AT,      ///< the one that is shown at `position`
    SWV_NEXT_FROM,    ///< the first that begins at `position` or after
    SWV_NEXT_BEFORE,  ///< the last that begins before `position`
} SwvNext;

/// A source of video.
///
/// Frame n begins at n times the duration of a frame, in stream time and as its time stamp.
typedef struct {
    GstPushSrc parent;
    SwvInstance instance;

    GMutex lock; ///< of what the streaming thread writes and queries read
    GstVideoInfo info;    ///< of the caps; without a format before these

    // The streaming thread's own, or its that seeks while that waits.
    SwvGeometry geometry;
    SwvNext next;
    gint64 number;        ///< below 0: there are no more
    GstClockTime position;
    gboolean reverses;
} SwvVideoSource;

typedef struct {
    GstPushSrcClass parent;
    const SwvVideoSourceDescriptor *descriptor;
    GstDebugCategory *category;
} SwvVideoSourceClass;

#define CLASS(self) ((SwvVideoSourceClass *)G_OBJECT_GET_CLASS(self))
#define DESCRIPTOR(self) (CLASS(self)->descriptor)
#define ELEMENT(self) (&DESCRIPTOR(self)->element)
#define GST_CAT_DEFAULT (CLASS(self)->category)

/// GstPushSrc's own class, which all have as their parent.
GstBaseSrcClass *swv_source_parent(void);

// Methods of the class: times

gboolean swv_source_do_seek(GstBaseSrc *base, GstSegment *segment);
gboolean swv_source_is_seekable(GstBaseSrc *base);
gboolean swv_source_query(GstBaseSrc *base, GstQuery *query);
/// Lets frames wait for the clock where the source is live.
void swv_source_get_times(GstBaseSrc *base, GstBuffer *buffer, GstClockTime *start, GstClockTime *end);

/// Begins the stream anew.
void swv_source_rewind(SwvVideoSource *self);
/// Takes caps; where frames have another rate by them, the next one is the first of those that does not begin too early.
void swv_source_take_info(SwvVideoSource *self, const GstVideoInfo *info);
/// Gives the next frame its number and its times. Returns FALSE at the end.
gboolean swv_source_begin_frame(SwvVideoSource *self, GstBuffer *buffer);
/// Goes on to the next.
void swv_source_end_frame(SwvVideoSource *self);
