// SPDX-License-Identifier: MIT
#include "CMemory.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

/// Bytes that are left for the small things of the process.
#define RESERVE ((size_t)1 << 20)

/// Not by `malloc`, which keeps later memory of this size in its heap once such memory was freed.
static bool leaves_reserve(void) {
    void *memory = mmap(NULL, RESERVE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    munmap(memory, RESERVE);
    return true;
}

void *swv_memory_take(size_t size, size_t alignment) {
    void *memory = NULL;
    if (posix_memalign(&memory, alignment, size) != 0) return NULL;
    if (size < RESERVE / 16 || leaves_reserve()) return memory;
    free(memory);
    return NULL;
}

typedef struct {
    void (*function)(void *data);
    void *data;
} Call;

static void *run(void *call) {
    ((Call *)call)->function(((Call *)call)->data);
    return NULL;
}

bool swv_call_on_stack(size_t size, void (*function)(void *data), void *data) {
    Call call = {function, data};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) return false;
    const bool is_called = pthread_attr_setstacksize(&attributes, size) == 0 && pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (is_called) pthread_join(thread, NULL);
    return is_called;
}
