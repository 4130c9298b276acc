// SPDX-License-Identifier: MIT
// Caps that a pad refuses, said on the bus with what would be right.
//
// GStreamer asks a pad whether it accepts caps before it hands over the event that brings them, and so do elements that pass caps
// on, such as queue, identity and decodebin's ghost pads. A pad that says no never sees the event, and the bus has only the
// source's "not-negotiated". So pads accept whatever is asked about, and refuse the event with an error. Which caps are right is
// said by the answer to the caps query, by which elements choose between formats. Elements that choose by that query, such as
// videorate, and caps filters that gst-launch-1.0 links before there are caps, send nothing: there the refusal and its words are
// theirs.

#include "private.h"

#define REFUSED "swv-refused-caps"

static gboolean is_gray(const char *format) {
    const GstVideoFormatInfo *info = gst_video_format_get_info(gst_video_format_from_string(format));
    return info != NULL && GST_VIDEO_FORMAT_INFO_IS_GRAY(info);
}

/// What an element takes, as far as the words of a refusal depend on it.
typedef struct {
    gboolean has_format; ///< the one that came
    gboolean is_gray;    ///< nothing else
} Taken;

/// `formats` are names in braces; without `format` none came.
static Taken look_up(const char *formats, const char *format) {
    Taken result = {FALSE, TRUE};
    char **names = g_strsplit_set(formats, "{ ,}", -1);
    for (char **name = names; *name != NULL; name++) {
        if (**name == '\0') continue;
        if (g_strcmp0(*name, format) == 0) result.has_format = TRUE;
        if (!is_gray(*name)) result.is_gray = FALSE;
    }
    g_strfreev(names);
    return result;
}

/// Whether caps without a frame rate are none that `pad` takes, as those of a mixer.
static gboolean needs_rate(GstPad *pad) { return GST_IS_AGGREGATOR_PAD(pad); }

char *swv_kind_text(const GstStructure *structure, const GstCapsFeatures *features) {
    if (g_strcmp0(gst_structure_get_string(structure, "interlace-mode"), "alternate") == 0)
        return g_strdup(
            "takes whole frames, and video of interlace-mode=alternate came, whose buffers have one field each. Put "
            "deinterlace before it.");
    if (features == NULL || gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)) return NULL;
    char *text = gst_caps_features_to_string(features);
    const gboolean is_overlay = gst_caps_features_contains(features, GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION);
    char *result = is_overlay
        ? g_strdup_printf(
            "takes frames alone, and video/x-raw(%s) came, which has an overlay beside them. Put caps of video/x-raw before it, "
            "so that the overlay is drawn.",
            text)
        : g_strdup_printf(
            "takes frames in system memory, and video/x-raw(%s) came. Put an element before it that brings them there, such "
            "as gldownload or vapostproc.",
            text);
    g_free(text);
    return result;
}

char *swv_kind_text_of_caps(GstCaps *caps) {
    char *text = caps != NULL ? swv_kind_text(gst_caps_get_structure(caps, 0), gst_caps_get_features(caps, 0)) : NULL;
    return text != NULL ? text : g_strdup("can't change video of this kind. Put videoconvert before it.");
}

/// What came, in brief, and what would be right. To be freed.
static char *explain(
    const GstStructure *structure, const GstCapsFeatures *features, const char *formats, gboolean rate) {
    const char *name = gst_structure_get_name(structure), *format = gst_structure_get_string(structure, "format");
    if (strcmp(name, "video/x-raw") != 0)
        return g_strdup_printf("takes raw video, and %s came. Put a decoder before it, such as decodebin.", name);
    char *kind = swv_kind_text(structure, features);
    if (kind != NULL) return kind;
    const Taken taken = look_up(formats, format);
    if (format != NULL && !taken.has_format && taken.is_gray && !is_gray(format))
        return g_strdup_printf(
            "takes depth as gray, format=%s, and %s came, which has colours. Let a depth camera or a depth file send it; "
            "videoconvert would turn colours into brightness, not depth.",
            formats, format);
    if (format != NULL && !taken.has_format)
        return g_strdup_printf(
            "takes format=%s, and %s came. Put videoconvert before it.", formats, format);
    static const char *const fields[] = {"format", "width", "height", "framerate"};
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (!gst_structure_has_field(structure, fields[i]) && (i < G_N_ELEMENTS(fields) - 1 || rate))
            return g_strdup_printf(
                "takes caps that state %s, and caps without %s came. Let their source set it.",
                rate ? "format, width, height and framerate" : "format, width and height", fields[i]);
    int width, height;
    GstVideoInfo info;
    if (gst_structure_get_int(structure, "width", &width) && gst_structure_get_int(structure, "height", &height) &&
        !gst_video_info_set_format(&info, gst_video_format_from_string(format), width, height))
        return g_strdup_printf(
            "takes frames whose bytes can be counted, and %dx%d came. Let the source send smaller ones.", width, height);
    return g_strdup("does not take these caps. gst-inspect-1.0 lists what it takes; what is after it may take less.");
}

gboolean swv_accept_any_caps(GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_ACCEPT_CAPS) return FALSE;
    gst_query_set_accept_caps_result(query, TRUE);
    return TRUE;
}

gboolean swv_refuse_caps(GstPad *pad, GstEvent *event, const char *formats, SwvTakesCaps takes) {
    // A start anew tells of the same caps again.
    if (GST_EVENT_TYPE(event) == GST_EVENT_STREAM_START) g_object_set_data(G_OBJECT(pad), REFUSED, NULL);
    if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS) return FALSE;
    GstCaps *caps;
    gst_event_parse_caps(event, &caps);
    const GstStructure *structure = gst_caps_get_structure(caps, 0);
    GstElement *element = gst_pad_get_parent_element(pad);
    if (element == NULL) return FALSE;
    GstVideoInfo info;
    // Those of raw video have to describe frames, which templates do not say.
    gboolean is_refused = !takes(element, pad, caps) ||
        (gst_structure_has_name(structure, "video/x-raw") && !gst_video_info_from_caps(&info, caps));
    // Refused caps come again with each buffer.
    if (is_refused && caps != g_object_get_data(G_OBJECT(pad), REFUSED)) {
        g_object_set_data_full(G_OBJECT(pad), REFUSED, gst_caps_ref(caps), (GDestroyNotify)gst_caps_unref);
        char *text = explain(structure, gst_caps_get_features(caps, 0), formats, needs_rate(pad));
        GST_ELEMENT_ERROR(
            element, STREAM, FORMAT, ("%s:%s %s", GST_OBJECT_NAME(element), GST_OBJECT_NAME(pad), text),
            ("caps %" GST_PTR_FORMAT, caps));
        g_free(text);
    }
    gst_object_unref(element);
    return is_refused;
}
