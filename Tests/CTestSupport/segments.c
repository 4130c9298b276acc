// SPDX-License-Identifier: MIT
// Stands in for the function that sets the segment of an aggregator, to let other threads do something meanwhile.

#define _GNU_SOURCE
#include "CTestSupport.h"

#include <dlfcn.h>
#include <gst/base/gstaggregator.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_uint delay;

void tst_slow_segments(unsigned microseconds) { delay = microseconds; }

void gst_aggregator_update_segment(GstAggregator *aggregator, const GstSegment *segment) {
    void (*own)(GstAggregator *, const GstSegment *) =
        (void (*)(GstAggregator *, const GstSegment *))dlsym(RTLD_NEXT, "gst_aggregator_update_segment");
    if (delay > 0) usleep(delay);
    own(aggregator, segment);
}
