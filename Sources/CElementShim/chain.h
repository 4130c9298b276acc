// SPDX-License-Identifier: MIT
// Filters in a row as children of an element. See chain.c.
#pragma once

#include "private.h"

/// The filters of an element. Any thread changes them, the streaming thread takes those of now for each frame.
typedef struct {
    const SwvChain *descriptor;
    const SwvStageType *types;
    SwvPresetErrors *errors; ///< the element's
    GMutex lock; ///< of the next seven; before it, no lock of a stage's settings is taken
    GPtrArray *stages;
    guint64 serial; ///< changes with the list
    char *kept;     ///< what `filters` reads as, where that is not the text of the stages
    gboolean keeps;
    gboolean has_video; ///< whether there are frames, which stages must be able to change
    SwvVideoInfo video; ///< what they are like
    gboolean is_about_file; ///< whether what a start would be refused for is about the file

    // The streaming thread's own.
    GPtrArray *taken;
    guint64 taken_serial;
    SwvStage *snapshot;
} SwvChainState;

void swv_chain_init(SwvChainState *chain, const SwvChain *descriptor, SwvPresetErrors *errors);
/// Lets go of the stages while the element still is one: whoever holds a stage finds no parent any more.
void swv_chain_dispose(SwvChainState *chain);
void swv_chain_clear(SwvChainState *chain);

/// The types of stages, registered. Chains ask when they are made: the types are many, and the plugin should load fast.
const SwvStageType *swv_chain_types(const SwvChain *descriptor);
/// Lets `type`, of which there is no instance yet, show stages as its children.
void swv_chain_add_interface(GType type, SwvChainState *(*state)(gpointer element));

/// The list of now, to be unreferenced. Lists never change once they are in force.
GPtrArray *swv_chain_stages(SwvChainState *chain);
/// The stage that has a label, or NULL.
struct SwvStageObject *swv_chain_find(GPtrArray *stages, const char *label);

/// Takes another text, or the one of a file; where it is none, posts a warning, keeps the filters, and keeps the error for
/// the start.
void swv_chain_set_text(SwvChainState *chain, GstElement *element, const char *text);
void swv_chain_set_location(SwvChainState *chain, GstElement *element, const char *location);
/// Says what frames are like from now on, NULL: there are none. Returns whether the stages can change them.
gboolean swv_chain_set_video(SwvChainState *chain, const SwvVideoInfo *video, SwvError *error);
/// Whether the stages could change the frames that there are, if there are any, with another value of a property `id` of one.
gboolean swv_chain_allows(
    SwvChainState *chain, struct SwvStageObject *stage, guint id, const GValue *value, SwvError *error);
/// The stages of an element that has some.
SwvChainState *swv_chain_of(gpointer element);
/// To be freed; maybe NULL.
char *swv_chain_text(SwvChainState *chain);

/// Whether no stage changes anything now.
gboolean swv_chain_is_passthrough(SwvChainState *chain);

/// How much earlier video a frame depends on, in nanoseconds; -1: all. It is the sum of what stages that change anything now have
/// in the computed property of a name.
int64_t swv_chain_window(SwvChainState *chain, const char *name);

/// Sets stages to what controls them says for a stream time, unless that is GST_CLOCK_TIME_NONE, and makes the snapshot that of
/// now. Returns whether it has changed.
gboolean swv_chain_take(SwvChainState *chain, GstClockTime stream_time);
/// Posts what stages of the snapshot have found in the last frame.
void swv_chain_post_reports(SwvChainState *chain, GstElement *element, void *effect, const SwvTimes *times);
/// Whether no stage of the snapshot changes anything.
gboolean swv_chain_snapshot_is_passthrough(const SwvChainState *chain);
