// SPDX-License-Identifier: MIT
// Events and queries of a mixer.

#include "mixer.h"

/// Drops what has no position in time, and says later what lacks a time stamp: a lock of the pad's is held now.
GstBuffer *swv_mixer_clip(GstAggregator *base, GstAggregatorPad *pad, GstBuffer *buffer) {
    if (GST_BUFFER_PTS_IS_VALID(buffer) && pad->segment.format == GST_FORMAT_TIME) return buffer;
    g_atomic_int_compare_and_exchange(&((SwvMixerPad *)pad)->lacks_time, 0, 1);
    gst_buffer_unref(buffer);
    return NULL;
}

static gboolean takes_segment(SwvVideoMixer *self, GstAggregatorPad *pad, GstEvent *event) {
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    if (segment->format != GST_FORMAT_TIME) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("A segment in %s format came to %s. This element needs time format: put a parser or a decoder before it.",
                gst_format_get_name(segment->format), GST_OBJECT_NAME(pad)),
            (NULL));
        return FALSE;
    }
    if (!swv_segment_has_position(segment)) {
        GST_ELEMENT_ERROR(
            self, STREAM, FORMAT,
            ("A segment in reverse from an unknown end came to %s. Give the seek event a stop position.",
                GST_OBJECT_NAME(pad)),
            (NULL));
        return FALSE;
    }
    return TRUE;
}

/// Whether codes mean light as those of HDR do.
static gboolean is_hdr(const GstVideoInfo *info) {
    const GstVideoTransferFunction transfer = GST_VIDEO_INFO_COLORIMETRY(info).transfer;
    return transfer == GST_VIDEO_TRANSFER_SMPTE2084 || transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67;
}

/// Says once that inputs of HDR and of SDR are mixed by their codes.
static void warn_of_transfer(SwvVideoMixer *self, const SwvMixerPad *pad) {
    SwvMixerPad *inputs[SWV_INPUTS];
    swv_mixer_take_inputs(self, inputs);
    for (int i = 0; i < SWV_INPUTS && !self->has_warned_of_transfer; i++) {
        if (inputs[i] == NULL || inputs[i]->caps == NULL || is_hdr(&inputs[i]->info) == is_hdr(&pad->info)) continue;
        char *own = gst_video_colorimetry_to_string(&pad->info.colorimetry);
        char *other = gst_video_colorimetry_to_string(&inputs[i]->info.colorimetry);
        GST_ELEMENT_WARNING(
            self, STREAM, FORMAT,
            ("%s has the colorimetry %s and %s %s: of these, one is HDR. Codes are mixed as they are; map the tones of one before.",
                GST_OBJECT_NAME(pad), own, GST_OBJECT_NAME(inputs[i]), other),
            (NULL));
        g_free(other);
        g_free(own);
        self->has_warned_of_transfer = TRUE;
    }
    swv_mixer_drop_inputs(inputs);
}

/// Whether an event that an application sent down several inputs, as through a tee, has gone on already.
static gboolean has_passed(SwvVideoMixer *self, GstEvent *event) {
    const guint32 number = gst_event_get_seqnum(event);
    for (size_t i = 0; i < G_N_ELEMENTS(self->passed); i++)
        if (self->passed[i].number == number && self->passed[i].type == GST_EVENT_TYPE(event)) return TRUE;
    self->passed[self->passed_count++ % G_N_ELEMENTS(self->passed)] = (typeof(self->passed[0])){number, GST_EVENT_TYPE(event)};
    return FALSE;
}

static gboolean take_caps(SwvVideoMixer *self, SwvMixerPad *pad, GstEvent *event) {
    GstCaps *caps;
    gst_event_parse_caps(event, &caps);
    GstVideoInfo info;
    // Where they came they were refused.
    if (!swv_info_from_caps(&info, caps)) return FALSE;
    // Those of a stream are to agree from its start. Where one changes later others may follow.
    const int other = pad->caps == NULL ? swv_mixer_other_interlacing((GstElement *)self, (GstPad *)pad) : -1;
    if (!swv_is_one_frame(&info) || (other >= 0 && other != (int)GST_VIDEO_INFO_INTERLACE_MODE(&info))) {
        swv_mixer_refuse_caps(self, pad, caps);
        // What comes in these caps is not to be shown as if it came in those before.
        swv_mixer_pad_forget_caps(pad);
        pad->has_warned = TRUE;
        return FALSE;
    }
    pad->info = info;
    pad->interlacing = (int)GST_VIDEO_INFO_INTERLACE_MODE(&info);
    gst_caps_replace(&pad->caps, caps);
    if (!self->has_warned_of_transfer) warn_of_transfer(self, pad);
    // Those of a frame that is shown count until the next one is.
    if (pad->held.buffer == NULL) {
        swv_mixer_pad_take_caps(pad);
        gst_pad_mark_reconfigure(((GstAggregator *)self)->srcpad);
    }
    return TRUE;
}

static gboolean takes_caps(GstElement *element, GstPad *pad, GstCaps *caps) {
    GstCaps *allowed = gst_pad_get_pad_template_caps(pad);
    gboolean result = gst_caps_is_subset(caps, allowed);
    gst_caps_unref(allowed);
    return result;
}

GstFlowReturn swv_mixer_sink_event_pre_queue(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    atomic_bool *has_segment = &((SwvMixerPad *)pad)->has_segment, *has_ended = &((SwvMixerPad *)pad)->has_ended;
    if (swv_refuse_caps((GstPad *)pad, event, ELEMENT(self)->formats, takes_caps)) {
        gst_event_unref(event);
        return GST_FLOW_NOT_NEGOTIATED;
    }
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_SEGMENT:
        // Here, since the parent class counts with a segment as soon as it comes, and that of GStreamer 1.28 refuses some
        // without a word on the bus.
        if (!takes_segment(self, pad, event)) {
            gst_event_unref(event);
            return GST_FLOW_ERROR;
        }
        *has_segment = true;
        *has_ended = false;
        event = swv_mixer_number_segment((SwvMixerPad *)pad, event);
        break;
    case GST_EVENT_EOS:
        // The parent class takes over the number of a segment, which GLib would be told is a critical error to be without.
        if (!atomic_exchange(has_segment, true)) {
            GstSegment segment;
            gst_segment_init(&segment, GST_FORMAT_TIME);
            swv_mixer_parent_class->sink_event_pre_queue(base, pad, gst_event_new_segment(&segment));
        }
        *has_ended = true;
        break;
    case GST_EVENT_SEGMENT_DONE:
        *has_ended = true;
        break;
    case GST_EVENT_FLUSH_STOP: {
        gboolean resets_time;
        gst_event_parse_flush_stop(event, &resets_time);
        self->resets_time = resets_time;
        break;
    }
    default:
        break;
    }
    const GstFlowReturn result = swv_mixer_parent_class->sink_event_pre_queue(base, pad, event);
    // A source that ends asks for no answer any more.
    if (*has_ended) swv_mixer_tell_failure(self);
    return result;
}

gboolean swv_mixer_sink_event(GstAggregator *base, GstAggregatorPad *pad, GstEvent *event) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    SwvMixerPad *input = (SwvMixerPad *)pad;
    gboolean result = FALSE;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
        result = take_caps(self, input, event);
        gst_event_unref(event);
        return result;
    case GST_EVENT_SEGMENT:
        input->is_awaited = FALSE;
        input->segment_number = gst_event_get_seqnum(event);
        swv_mixer_end_input(self, input, FALSE);
        break;
    case GST_EVENT_STREAM_START: {
        guint group = GST_GROUP_ID_INVALID;
        gst_event_parse_group_id(event, &group);
        input->group = group;
        input->is_at_end = input->is_awaited = FALSE;
        break;
    }
    case GST_EVENT_EOS:
        input->is_at_end = input->is_awaited = FALSE;
        break;
    case GST_EVENT_SEGMENT_DONE:
        // One goes out when all inputs have come to their ends.
        swv_mixer_end_input(self, input, TRUE);
        gst_event_unref(event);
        return TRUE;
    case GST_EVENT_CUSTOM_DOWNSTREAM:
    case GST_EVENT_CUSTOM_BOTH:
        if (!has_passed(self, event)) break;
        gst_event_unref(event);
        return TRUE;
    case GST_EVENT_FLUSH_START:
        self->flushes++;
        break;
    case GST_EVENT_GAP:
    case GST_EVENT_FLUSH_STOP:
        // A gap is placed by its segment. Without one it is nowhere; and a flush, which may end on another thread, must not take
        // the segment away once it has been looked at.
        g_mutex_lock(&self->placing);
        if (GST_EVENT_TYPE(event) == GST_EVENT_GAP && pad->segment.format != GST_FORMAT_TIME) gst_event_unref(event);
        else result = swv_mixer_parent_class->sink_event(base, pad, event);
        g_mutex_unlock(&self->placing);
        return result;
    default:
        break;
    }
    return swv_mixer_parent_class->sink_event(base, pad, event);
}

GstPadProbeReturn swv_mixer_watch_flush(GstPad *pad, GstPadProbeInfo *info, gpointer mixer) {
    if (GST_EVENT_TYPE(info->data) == GST_EVENT_FLUSH_START)
        ((SwvVideoMixer *)mixer)->flush_number = gst_event_get_seqnum(info->data);
    return GST_PAD_PROBE_OK;
}

/// The group of the inputs' streams, as far as it is known; GST_GROUP_ID_INVALID: there is none, or more than one.
static guint common_group(GstElement *element) {
    guint result = GST_GROUP_ID_INVALID;
    gboolean is_common = TRUE;
    GST_OBJECT_LOCK(element);
    for (GList *l = element->sinkpads; l != NULL; l = l->next) {
        const guint group = ((SwvMixerPad *)l->data)->group;
        if (group == GST_GROUP_ID_INVALID) continue;
        is_common = is_common && (result == GST_GROUP_ID_INVALID || result == group);
        result = group;
    }
    GST_OBJECT_UNLOCK(element);
    return is_common ? result : GST_GROUP_ID_INVALID;
}

GstPadProbeReturn swv_mixer_name_group(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    GstElement *element = GST_EVENT_TYPE(info->data) == GST_EVENT_STREAM_START ? gst_pad_get_parent_element(pad) : NULL;
    if (element == NULL) return GST_PAD_PROBE_OK;
    const guint group = common_group(element);
    if (group != GST_GROUP_ID_INVALID) {
        GstEvent *event = gst_event_make_writable(info->data);
        gst_event_set_group_id(event, group);
        info->data = event;
    }
    gst_object_unref(element);
    return GST_PAD_PROBE_OK;
}

/// What of caps is interlaced as downstream takes it: no row is made a field, nor a field taken apart.
static GstCaps *interlaced_as_behind(GstPad *pad, GstCaps *caps) {
    GstCaps *behind = gst_pad_peer_query_caps(pad, caps), *result = gst_caps_new_empty();
    gboolean is_any = gst_caps_is_empty(behind) || gst_caps_is_any(behind);
    for (guint i = 0; !is_any && i < gst_caps_get_size(behind); i++) {
        const GValue *mode = gst_structure_get_value(gst_caps_get_structure(behind, i), "interlace-mode");
        is_any = mode == NULL;
        if (is_any) continue;
        GstCaps *such = gst_caps_copy(caps);
        gst_caps_set_value(such, "interlace-mode", mode);
        result = gst_caps_merge(result, such);
    }
    gst_caps_unref(behind);
    gst_caps_unref(is_any ? result : caps);
    return is_any ? caps : result;
}

/// What may come: everything that can be read, interlaced as the other input is, and downstream where there is none.
static GstCaps *allowed_caps(GstElement *element, GstPad *pad, GstCaps *filter) {
    GstCaps *result = gst_pad_get_pad_template_caps(pad);
    const int other = swv_mixer_other_interlacing(element, pad);
    if (other >= 0) {
        result = gst_caps_make_writable(result);
        gst_caps_set_simple(
            result, "interlace-mode", G_TYPE_STRING, gst_video_interlace_mode_to_string((GstVideoInterlaceMode)other), NULL);
    } else result = interlaced_as_behind(((GstAggregator *)element)->srcpad, result);
    if (filter == NULL) return result;
    GstCaps *both = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(result);
    return both;
}

gboolean swv_mixer_sink_query(GstAggregator *base, GstAggregatorPad *pad, GstQuery *query) {
    if (swv_accept_any_caps(query)) return TRUE;
    if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS) return swv_mixer_parent_class->sink_query(base, pad, query);
    GstCaps *filter;
    gst_query_parse_caps(query, &filter);
    GstCaps *caps = allowed_caps((GstElement *)base, (GstPad *)pad, filter);
    gst_query_set_caps_result(query, caps);
    gst_caps_unref(caps);
    return TRUE;
}

/// The size that a pad's caps say; 0 where they say none. The parent class's own is changed without a lock that others have.
static void get_size(GstPad *pad, gint *size) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    size[0] = size[1] = 0;
    if (caps == NULL) return;
    const GstStructure *structure = gst_caps_get_structure(caps, 0);
    gst_structure_get(structure, "width", G_TYPE_INT, &size[0], "height", G_TYPE_INT, &size[1], NULL);
    gst_caps_unref(caps);
}

/// Finds the topmost of the inputs that lie over each other and are seen where the pointer is, and the event in its pixels.
static SwvMixerPad *pointed_at(SwvVideoMixer *self, SwvMixerPad *const *inputs, GstEvent **event) {
    gdouble x, y;
    if (DESCRIPTOR(self)->pads == NULL || !swv_get_pointer(*event, &x, &y)) return NULL;
    SwvMixerPad *result = NULL;
    SwvShown top;
    g_mutex_lock(&self->lock);
    for (int i = 0; i < self->shown_count; i++) {
        const SwvLayerPlace *place = &self->shown[i].place;
        // Coordinates may be no numbers.
        const gboolean is_in = x >= place->x && x < (double)place->x + place->width && y >= place->y &&
            y < (double)place->y + place->height;
        if (!is_in || (result != NULL && place->order < top.place.order)) continue;
        for (int k = 0; k < SWV_INPUTS && inputs[k] != NULL; k++)
            if (inputs[k]->unique == self->shown[i].unique) {
                result = inputs[k];
                top = self->shown[i];
            }
    }
    g_mutex_unlock(&self->lock);
    if (result == NULL) return NULL;
    *event = swv_set_pointer(
        *event, (x - top.place.x) * top.width / top.place.width, (y - top.place.y) * top.height / top.place.height);
    return result;
}

/// Sends a pointer's event to the input that it points at, in its pixels, and others to the first. Of a mix the second may lie anywhere,
/// and come from the same source.
static gboolean navigate(GstAggregator *base, GstEvent *event) {
    SwvMixerPad *inputs[SWV_INPUTS];
    swv_mixer_take_inputs((SwvVideoMixer *)base, inputs);
    SwvMixerPad *top = pointed_at((SwvVideoMixer *)base, inputs, &event);
    GstPad *pad = (GstPad *)inputs[0];
    gboolean result = FALSE;
    if (top != NULL) result = gst_pad_push_event((GstPad *)top, event);
    else if (pad == NULL) gst_event_unref(event);
    else {
        gint from[2], to[2];
        get_size(base->srcpad, from);
        get_size(pad, to);
        if (from[0] > 0 && from[1] > 0 && to[0] > 0 && to[1] > 0)
            event = swv_scale_pointer(event, (double)to[0] / from[0], (double)to[1] / from[1]);
        result = gst_pad_push_event(pad, event);
    }
    swv_mixer_drop_inputs(inputs);
    return result;
}

/// Keeps a report of lateness for the next frame.
static void keep_report(SwvVideoMixer *self, GstEvent *event) {
    double proportion;
    GstClockTimeDiff difference;
    GstClockTime timestamp;
    gst_event_parse_qos(event, NULL, &proportion, &difference, &timestamp);
    g_mutex_lock(&self->lock);
    self->has_report = TRUE;
    self->late_timestamp = swv_time(timestamp);
    self->lateness = difference;
    self->proportion = proportion;
    g_mutex_unlock(&self->lock);
}

gboolean swv_mixer_src_event(GstAggregator *base, GstEvent *event) {
    SwvVideoMixer *self = (SwvVideoMixer *)base;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_NAVIGATION:
        return navigate(base, event);
    case GST_EVENT_SEEK:
        return swv_mixer_seek(self, event);
    case GST_EVENT_QOS:
        keep_report(self, event);
        break;
    default:
        break;
    }
    return swv_mixer_parent_class->src_event(base, event);
}
