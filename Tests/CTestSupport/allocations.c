// SPDX-License-Identifier: MIT
// Counts heap allocations by standing in for the C library's functions, in threads that are watched, and lets one fail.

#include "CTestSupport.h"

#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static atomic_long allocations;
static atomic_int traces;
static atomic_bool enabled;

bool tst_is_sanitized(void) {
#ifdef SANITIZED
    return true;
#else
    return false;
#endif
}

bool tst_can_count_allocations(void) {
#if defined(SANITIZED) || !defined(__GLIBC__)
    return false;
#else
    return true;
#endif
}

long tst_heap_bytes(void) {
    malloc_trim(0);
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}

long tst_allocations(void) { return atomic_load(&allocations); }
void tst_trace_allocations(int count) { atomic_store(&traces, count); }

// The thread that counts, and threads that bear the name of a band pool's.
static __thread int watched;
static __thread bool busy;

void tst_count_allocations(bool on) {
    watched = on ? 1 : 0;
    atomic_store(&enabled, on);
}

// How large an allocation has to be, and how many of those are left until one fails; 0: none does.
static atomic_size_t failing_size;
static atomic_long failing_after;
// Of this thread, or of one that an element makes frames on: other tests may run beside this one.
static __thread bool may_fail;

void tst_fail_allocation(size_t least, long number) {
    may_fail = true;
    atomic_store(&failing_size, least);
    atomic_store(&failing_after, number);
}

// From which size on all fail; 0: none.
static atomic_size_t refused_size;

void tst_refuse_allocations(size_t least) {
    may_fail = true;
    atomic_store(&refused_size, least);
}

static atomic_int filling = -1;

void tst_fill_allocations(int byte) { atomic_store(&filling, byte); }

bool tst_end_failing(void) {
    may_fail = false;
    atomic_store(&refused_size, 0);
    return atomic_exchange(&failing_after, 0) <= 0;
}

#if !defined(SANITIZED) && defined(__GLIBC__)

/// Whether this is the streaming thread of an element that has its own.
static bool is_elements(void) {
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    static const char *const prefixes[] = {"swiftmix", "swiftblend", "swiftmask", "swiftchromakey", "swiftperlinsrc"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

static bool fails(size_t size) {
    const size_t refused = atomic_load_explicit(&refused_size, memory_order_relaxed);
    if (may_fail && refused > 0 && size >= refused) {
        errno = ENOMEM;
        return true;
    }
    if (atomic_load_explicit(&failing_after, memory_order_relaxed) <= 0 || size < atomic_load(&failing_size)) return false;
    if ((!may_fail && !is_elements()) || atomic_fetch_sub(&failing_after, 1) != 1) return false;
    errno = ENOMEM;
    return true;
}

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

/// What malloc leaves undefined.
static void *filled(void *memory, size_t size) {
    int byte = atomic_load_explicit(&filling, memory_order_relaxed);
    if (byte >= 0 && memory != NULL) memset(memory, byte, size);
    return memory;
}

static void count(void) {
    if (!atomic_load_explicit(&enabled, memory_order_relaxed) || busy) return;
    busy = true;
    if (watched == 0) {
        // A thread allocates before it has its name, so only a watched one is remembered.
        char name[16] = "";
        prctl(PR_GET_NAME, name);
        watched = strcmp(name, "swiftvideo") == 0;
    }
    if (watched == 1) {
        atomic_fetch_add(&allocations, 1);
        if (atomic_fetch_sub(&traces, 1) > 0) {
            void *frames[24];
            backtrace_symbols_fd(frames, backtrace(frames, 24), 2);
            (void)!write(2, "--\n", 3);
        }
    }
    busy = false;
}

void *malloc(size_t size) {
    count();
    if (fails(size)) return NULL;
    return filled(__libc_malloc(size), size);
}

void *calloc(size_t number, size_t size) {
    count();
    if (fails(number * size)) return NULL;
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count();
    if (fails(size)) return NULL;
    return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    if (fails(size)) return NULL;
    return filled(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    if (fails(size)) return NULL;
    return filled(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    count();
    void *memory = fails(size) ? NULL : filled(__libc_memalign(alignment, size), size);
    if (memory == NULL) return ENOMEM;
    *pointer = memory;
    return 0;
}

#endif
