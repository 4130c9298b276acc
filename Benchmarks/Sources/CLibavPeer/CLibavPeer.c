// SPDX-License-Identifier: MIT
#include "CLibavPeer.h"

#if __has_include(<libavfilter/avfilter.h>)
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/log.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct SwvLibavFilter {
    AVFilterGraph *graph;
    AVFilterContext *source;
    AVFilterContext *sink;
    AVFrame *input;
    AVFrame *output;
};

/// The graph of a source, the filters and a sink; false if there is none.
static bool make_graph(SwvLibavFilter *filter, const char *description, int width, int height) {
    char arguments[128];
    snprintf(arguments, sizeof(arguments), "video_size=%dx%d:pix_fmt=bgr0:time_base=1/25", width, height);
    if (avfilter_graph_create_filter(
            &filter->source, avfilter_get_by_name("buffer"), "in", arguments, NULL, filter->graph) < 0 ||
        avfilter_graph_create_filter(&filter->sink, avfilter_get_by_name("buffersink"), "out", NULL, NULL, filter->graph) < 0)
        return false;
    AVFilterInOut *outputs = avfilter_inout_alloc(), *inputs = avfilter_inout_alloc();
    bool result = outputs != NULL && inputs != NULL;
    if (result) {
        *outputs = (AVFilterInOut){av_strdup("in"), filter->source, 0, NULL};
        *inputs = (AVFilterInOut){av_strdup("out"), filter->sink, 0, NULL};
        char text[1024];
        snprintf(text, sizeof(text), "%s,format=bgr0", description);
        result = avfilter_graph_parse_ptr(filter->graph, text, &inputs, &outputs, NULL) >= 0 &&
            avfilter_graph_config(filter->graph, NULL) >= 0;
    }
    avfilter_inout_free(&inputs);
    avfilter_inout_free(&outputs);
    return result;
}

SwvLibavFilter *swv_libav_new(const char *description, int width, int height) {
    av_log_set_level(AV_LOG_QUIET);
    SwvLibavFilter *filter = calloc(1, sizeof(SwvLibavFilter));
    if (filter == NULL) return NULL;
    filter->graph = avfilter_graph_alloc();
    filter->input = av_frame_alloc();
    filter->output = av_frame_alloc();
    if (filter->graph != NULL && filter->input != NULL && filter->output != NULL) {
        filter->graph->nb_threads = 1;
        filter->input->format = AV_PIX_FMT_BGR0;
        filter->input->width = width;
        filter->input->height = height;
        if (av_frame_get_buffer(filter->input, 0) >= 0 && make_graph(filter, description, width, height)) return filter;
    }
    swv_libav_free(filter);
    return NULL;
}

void swv_libav_show(SwvLibavFilter *filter, const uint8_t *pixels) {
    const AVFrame *input = filter->input;
    for (int y = 0; y < input->height; y++)
        memcpy(input->data[0] + y * input->linesize[0], pixels + (size_t)y * input->width * 4, input->width * 4);
}

bool swv_libav_run(SwvLibavFilter *filter, uint8_t *to) {
    // The reference keeps the filter from writing to the frame, as from one that others have too.
    if (av_buffersrc_add_frame_flags(filter->source, filter->input, AV_BUFFERSRC_FLAG_KEEP_REF) < 0 ||
        av_buffersink_get_frame(filter->sink, filter->output) < 0)
        return false;
    const AVFrame *output = filter->output;
    for (int y = 0; to != NULL && y < output->height; y++)
        memcpy(to + (size_t)y * output->width * 4, output->data[0] + y * output->linesize[0], output->width * 4);
    av_frame_unref(filter->output);
    return true;
}

void swv_libav_free(SwvLibavFilter *filter) {
    if (filter == NULL) return;
    avfilter_graph_free(&filter->graph);
    av_frame_free(&filter->input);
    av_frame_free(&filter->output);
    free(filter);
}
#else
SwvLibavFilter *swv_libav_new(const char *description, int width, int height) { return NULL; }
void swv_libav_show(SwvLibavFilter *filter, const uint8_t *pixels) {}
bool swv_libav_run(SwvLibavFilter *filter, uint8_t *to) { return false; }
void swv_libav_free(SwvLibavFilter *filter) {}
#endif
