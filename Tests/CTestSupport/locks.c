// SPDX-License-Identifier: MIT
// GLib's locks as ThreadSanitizer has to see them. They are futexes in a library that it does not compile, so that what they
// order looks like a race. GStreamer's libraries find these functions first, as they are the program's, and get GLib's with
// a word to the sanitizer. Counts of references order what was done with an object before it is freed.
#define _GNU_SOURCE
#include "CTestSupport.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>

void __tsan_acquire(void *);
void __tsan_release(void *);

#define PLAIN __attribute__((no_sanitize("thread")))

/// Declares `call`, the function of the same name that this one is before.
#define OWN(name) \
    static __typeof__(name) *call; \
    if (__atomic_load_n(&call, __ATOMIC_RELAXED) == NULL) \
        __atomic_store_n(&call, (__typeof__(name) *)dlsym(RTLD_NEXT, #name), __ATOMIC_RELAXED)

#define TAKES(type, name) \
    PLAIN void name(type *it) { \
        OWN(name); \
        call(it); \
        __tsan_acquire(it); \
    }
#define TRIES(type, name) \
    PLAIN gboolean name(type *it) { \
        OWN(name); \
        gboolean has = call(it); \
        if (has) __tsan_acquire(it); \
        return has; \
    }
#define GIVES(type, name) \
    PLAIN void name(type *it) { \
        OWN(name); \
        __tsan_release(it); \
        call(it); \
    }

TAKES(GMutex, g_mutex_lock)
TRIES(GMutex, g_mutex_trylock)
GIVES(GMutex, g_mutex_unlock)
TAKES(GRecMutex, g_rec_mutex_lock)
TRIES(GRecMutex, g_rec_mutex_trylock)
GIVES(GRecMutex, g_rec_mutex_unlock)
TAKES(GRWLock, g_rw_lock_writer_lock)
TRIES(GRWLock, g_rw_lock_writer_trylock)
GIVES(GRWLock, g_rw_lock_writer_unlock)
TAKES(GRWLock, g_rw_lock_reader_lock)
TRIES(GRWLock, g_rw_lock_reader_trylock)
GIVES(GRWLock, g_rw_lock_reader_unlock)

PLAIN void g_cond_wait(GCond *condition, GMutex *mutex) {
    OWN(g_cond_wait);
    __tsan_release(mutex);
    call(condition, mutex);
    __tsan_acquire(mutex);
}

PLAIN gboolean g_cond_wait_until(GCond *condition, GMutex *mutex, gint64 end) {
    OWN(g_cond_wait_until);
    __tsan_release(mutex);
    gboolean result = call(condition, mutex, end);
    __tsan_acquire(mutex);
    return result;
}

// A queue has a lock that GLib takes itself: what one did before it gave something away, whoever takes that comes after.
PLAIN void g_async_queue_push(GAsyncQueue *queue, gpointer data) {
    OWN(g_async_queue_push);
    __tsan_release(queue);
    call(queue, data);
}

PLAIN gpointer g_async_queue_try_pop(GAsyncQueue *queue) {
    OWN(g_async_queue_try_pop);
    gpointer data = call(queue);
    __tsan_acquire(queue);
    return data;
}

PLAIN gpointer g_async_queue_timeout_pop(GAsyncQueue *queue, guint64 microseconds) {
    OWN(g_async_queue_timeout_pop);
    gpointer data = call(queue, microseconds);
    __tsan_acquire(queue);
    return data;
}

// What one did with an object before it gave up its reference, whoever frees it comes after.
PLAIN void gst_mini_object_unref(GstMiniObject *object) {
    OWN(gst_mini_object_unref);
    __tsan_release(object);
    __tsan_acquire(object);
    call(object);
}

PLAIN void gst_object_unref(gpointer object) {
    OWN(gst_object_unref);
    __tsan_release(object);
    __tsan_acquire(object);
    call(object);
}

PLAIN void g_object_unref(gpointer object) {
    OWN(g_object_unref);
    __tsan_release(object);
    __tsan_acquire(object);
    call(object);
}

PLAIN void g_ptr_array_unref(GPtrArray *array) {
    OWN(g_ptr_array_unref);
    __tsan_release(array);
    __tsan_acquire(array);
    call(array);
}

#endif
#endif
