// SPDX-License-Identifier: MIT
// Threads that run the bands of a frame.
//
// GstSharedTaskPool would do the same, but allocates for every task; here a frame costs a lock and a wake-up.
// POSIX locks and not GLib's, which are futexes that ThreadSanitizer does not see.

#include "private.h"

#include <pthread.h>

struct SwvBandPool {
    pthread_mutex_t lock;
    pthread_cond_t work; ///< there are bands to take
    pthread_cond_t done; ///< the last band is done
    GPtrArray *threads;
    gboolean quit;
    SwvBandFunction function;
    void *context;
    int32_t count; ///< bands of this run
    int32_t next;  ///< the next band to take
    _Atomic int32_t unfinished;
    int32_t joined; ///< threads that have taken part in this run
    int32_t wanted; ///< threads that may: there may be more than this run asked for
};

SwvBandPool *swv_band_pool_new(void) {
    SwvBandPool *pool = g_new0(SwvBandPool, 1);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->threads = g_ptr_array_new();
    return pool;
}

/// Takes and runs bands until none is left. Called and returns with the lock held.
static void take_bands(SwvBandPool *pool) {
    int32_t thread = pool->joined++;
    while (pool->next < pool->count) {
        int32_t band = pool->next++;
        SwvBandFunction function = pool->function;
        void *context = pool->context;
        pthread_mutex_unlock(&pool->lock);
        function(context, band, thread);
        pthread_mutex_lock(&pool->lock);
        if (--pool->unfinished == 0) pthread_cond_signal(&pool->done);
    }
}

static gpointer worker(gpointer data) {
    SwvBandPool *pool = data;
    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        if (pool->joined < pool->wanted) take_bands(pool);
        if (!pool->quit) pthread_cond_wait(&pool->work, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static inline void pause_cpu(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void swv_band_pool_run(void *data, int32_t threads, int32_t count, SwvBandFunction function, void *context) {
    SwvBandPool *pool = data;
    if (threads <= 1 || count <= 1 || pool == NULL) {
        for (int32_t band = 0; band < count; band++) function(context, band, 0);
        return;
    }
    while (pool->threads->len < (guint)threads - 1) {
        GThread *thread = g_thread_try_new("swiftvideo", worker, pool, NULL);
        // Without a thread the bands run all the same, on those there are.
        if (thread == NULL) break;
        g_ptr_array_add(pool->threads, thread);
    }
    pthread_mutex_lock(&pool->lock);
    pool->function = function;
    pool->context = context;
    pool->count = count;
    pool->next = 0;
    pool->unfinished = count;
    pool->joined = 0;
    pool->wanted = threads;
    pthread_cond_broadcast(&pool->work);
    take_bands(pool);
    pthread_mutex_unlock(&pool->lock);
    // The others are in their last bands. Going to sleep and being woken takes longer than most of these.
    for (int spin = 0; spin < 2000 && pool->unfinished > 0; spin++) pause_cpu();
    pthread_mutex_lock(&pool->lock);
    while (pool->unfinished > 0) pthread_cond_wait(&pool->done, &pool->lock);
    pool->wanted = 0;
    pthread_mutex_unlock(&pool->lock);
}

void swv_band_pool_stop(SwvBandPool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->quit = TRUE;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (guint i = 0; i < pool->threads->len; i++) g_thread_join(g_ptr_array_index(pool->threads, i));
    g_ptr_array_set_size(pool->threads, 0);
    pool->quit = FALSE;
}

void swv_band_pool_free(SwvBandPool *pool) {
    swv_band_pool_stop(pool);
    g_ptr_array_free(pool->threads, TRUE);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    g_free(pool);
}

int swv_cpu_count(void) { return (int)g_get_num_processors(); }
