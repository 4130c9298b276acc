// SPDX-License-Identifier: MIT
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <signal.h>
#include <sys/prctl.h>

// What are macros or take any number of arguments.

/// Lets the kernel end this process when its parent ends. Returns 0, or -1 with errno.
static inline int end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// The visible rows of a plane, and the bytes of each; what follows in a row is not defined.
static inline int visible_rows(const GstVideoFrame *frame, int plane, int *bytes) {
    int components[GST_VIDEO_MAX_COMPONENTS];
    gst_video_format_info_component(frame->info.finfo, plane, components);
    int pixels = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, components[0]);
    // Formats of several pixels in a word have no stride of pixels.
    *bytes = pixels ? GST_VIDEO_FRAME_COMP_WIDTH(frame, components[0]) * pixels : GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
    return GST_VIDEO_FRAME_COMP_HEIGHT(frame, components[0]);
}

static inline int plane_count(const GstVideoFrame *frame) { return GST_VIDEO_FRAME_N_PLANES(frame); }

static inline const guint8 *plane_row(const GstVideoFrame *frame, int plane, int row) {
    return (const guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, plane) +
           (gssize)row * GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}
