// SPDX-License-Identifier: MIT
/// Which frames of its inputs a mixer shows when: a part of CElementShim.h, which includes it. Times are in ns, -1 where there is
/// none; running times, unless said otherwise.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// As many inputs as a mixer can have.
#define SWV_INPUTS 16

/// What a GstSegment in time says.
typedef struct {
    double rate;
    int64_t start;
    int64_t stop;
    int64_t base;
    int64_t offset;
} SwvSegment;

typedef enum {
    SWV_HEAD_NONE,
    SWV_HEAD_END, ///< nothing more comes
    SWV_HEAD_FRAME,
    SWV_HEAD_GAP,     ///< a time without a frame
    SWV_HEAD_MISSING, ///< a time of which nothing is known
} SwvHeadKind;

/// What an input has next.
typedef struct {
    SwvHeadKind kind;
    int64_t pts; ///< in its segment, as the duration
    int64_t duration;
    int rate_numerator; ///< of its caps
    int rate_denominator;
    SwvSegment segment;
} SwvHead;

/// What becomes of it.
typedef enum {
    SWV_STEP_ADOPT,   ///< it is held from now on; then ask again
    SWV_STEP_DISCARD, ///< it is dropped; then ask again
    SWV_STEP_DONE,    ///< it stays where it is
} SwvStep;

typedef enum {
    SWV_OUTCOME_MAKE,
    SWV_OUTCOME_NEED, ///< an input has to say more
    SWV_OUTCOME_END,
} SwvOutcome;

/// When the next frame is shown.
typedef struct {
    int64_t start;
    int64_t end;
    int64_t pts; ///< in the output's segment, as all that follows
    int64_t duration;
    int64_t position; ///< that it is played from
    int64_t next;     ///< that the one after it is played from
    bool is_at_stop;  ///< there is no next frame
    int64_t late;     ///< how much too late it would come, else 0
} SwvFrameTimes;

/// What decides that, and what it is called for. One thread at a time uses it.
typedef struct {
    void *_Nonnull (*_Nonnull create)(void);
    void (*destroy)(void *timing);
    /// Begins or goes on in a segment, at a position; -1: at its beginning.
    void (*begin)(void *timing, const SwvSegment *segment, int64_t position);
    /// Goes on in another segment, whose beginning is played from `running` on.
    void (*follow)(void *timing, const SwvSegment *segment, int64_t position, int64_t running);
    /// Sets how many frames for each second there are from now on.
    void (*set_rate)(void *timing, int numerator, int denominator);
    void (*next)(void *timing, SwvFrameTimes *times);
    /// Goes on to the next frame.
    void (*advance)(void *timing);
    /// Forgets what an input has shown.
    void (*flush)(void *timing, int input);
    void (*set_rule)(void *timing, int input, bool repeats_after_eos, int64_t maximum_repeat);
    /// Begins to ask about inputs, each until it is done.
    void (*ask)(void *timing);
    /// `may_wait`: whether more may be waited for.
    SwvStep (*step)(void *timing, int input, const SwvHead *head, bool may_wait);
    SwvOutcome (*outcome)(void *timing, bool is_endless);
    /// Whether an input's frame, which is held, is seen.
    bool (*shows)(void *timing, int input);
    /// Takes what downstream says of a late frame; without a timestamp forgets it.
    void (*report)(void *timing, int64_t timestamp, int64_t difference, bool is_live);
} SwvMixTiming;

#pragma clang assume_nonnull end
