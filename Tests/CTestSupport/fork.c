// SPDX-License-Identifier: MIT
// A process of which one thread is left.

#include "CTestSupport.h"

#include <sys/wait.h>
#include <unistd.h>

bool tst_push_in_child(GstHarness *harness, GstBuffer *buffer) {
    const pid_t child = fork();
    if (child == 0) {
        // What hangs ends by a signal.
        alarm(120);
        const gboolean is_taken = gst_harness_push(harness, buffer) == GST_FLOW_OK;
        GstBuffer *output = gst_harness_try_pull(harness);
        gst_element_set_state(harness->element, GST_STATE_READY);
        _exit(is_taken && output != NULL ? 0 : 1);
    }
    gst_buffer_unref(buffer);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}
