// SPDX-License-Identifier: MIT
// One pool of threads for the bands of all elements in the process.
//
// A frame's own thread always takes bands, and others join it where they are free: no frame waits for another's bands.
// GstSharedTaskPool would do much the same, but allocates for every task; here a frame costs a lock and a wake-up.

#include "private.h"

#include <pthread.h>
#include <stdatomic.h>

/// The bands of one pass over a frame, on the stack of the thread that waits for them.
typedef struct Run {
    SwvBandFunction function;
    void *context;
    int32_t count;
    _Atomic int32_t next; ///< the next band to take

    // Guarded by the pool's lock.
    int32_t wanted; ///< threads that may take part
    int32_t joined; ///< threads that have, from the frame's own on
    _Atomic int32_t active; ///< the pool's threads that do now; read without the lock, too
    GCond done;     ///< none does any more
    struct Run *other; ///< in the list
} Run;

static struct {
    GMutex lock; ///< of all that follows, where that is not atomic
    GCond work;  ///< there are bands to take, or nobody needs the threads any more
    Run *runs;
    GPtrArray *threads; ///< NULL: there are none
    guint generation;   ///< of the threads: those of an earlier one end
    guint idle;         ///< threads that take no part in a run
    guint asleep;       ///< and wait for `work`
    guint users;        ///< elements that have had threads and have not stopped since
    _Atomic guint pass; ///< changes with each run that begins
} pool;

/// How often a thread looks for what is about to happen before it goes to sleep: the last bands of the others are done, or the
/// next pass over a frame begins. Going to sleep and being woken takes longer than most of these.
#define SPINS 2000

static inline void pause_cpu(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void take_bands(Run *run, int32_t thread) {
    int32_t band;
    while ((band = atomic_fetch_add_explicit(&run->next, 1, memory_order_relaxed)) < run->count)
        run->function(run->context, band, thread);
}

/// How many threads a run has use for. The lock is held.
static int32_t room(const Run *run) { return run->next < run->count ? run->wanted - run->joined : 0; }

/// The run that the fewest threads have joined of those that have use for one, the oldest of these. The lock is held.
static Run *find_run(void) {
    Run *found = NULL;
    for (Run *run = pool.runs; run != NULL; run = run->other)
        if (room(run) > 0 && (found == NULL || run->joined <= found->joined)) found = run;
    return found;
}

static gpointer work(gpointer generation) {
    gboolean has_worked = FALSE;
    g_mutex_lock(&pool.lock);
    while (pool.generation == GPOINTER_TO_UINT(generation)) {
        Run *run = find_run();
        if (run != NULL) {
            const int32_t thread = run->joined++;
            run->active++;
            pool.idle--;
            g_mutex_unlock(&pool.lock);
            take_bands(run, thread);
            g_mutex_lock(&pool.lock);
            // Unless the pool has been left meanwhile.
            if (pool.generation == GPOINTER_TO_UINT(generation)) pool.idle++;
            if (--run->active == 0) g_cond_signal(&run->done);
            has_worked = TRUE;
        } else if (has_worked) {
            const guint pass = pool.pass;
            g_mutex_unlock(&pool.lock);
            for (int i = 0; i < SPINS && pool.pass == pass; i++) pause_cpu();
            g_mutex_lock(&pool.lock);
            has_worked = FALSE;
        } else {
            pool.asleep++;
            g_cond_wait(&pool.work, &pool.lock);
            pool.asleep--;
        }
    }
    g_mutex_unlock(&pool.lock);
    return NULL;
}

static void before_fork(void) { g_mutex_lock(&pool.lock); }
static void after_fork(void) { g_mutex_unlock(&pool.lock); }

/// The thread that forks is the only one that a child has; the runs of others have no end there.
static void after_fork_in_child(void) {
    pool.runs = NULL;
    pool.threads = NULL;
    pool.generation++;
    pool.idle = pool.asleep = 0;
    g_mutex_unlock(&pool.lock);
}

/// Starts threads where there are fewer idle ones than the runs have use for, but no more than CPUs or than the latest run asks for.
/// The lock is held.
static void start_threads(int32_t wanted) {
    guint useful = 0;
    for (const Run *run = pool.runs; run != NULL; run = run->other) useful += (guint)MAX(0, room(run));
    if (useful <= pool.idle) return;
    if (pool.threads == NULL) {
        static gboolean is_ready_for_fork;
        if (!is_ready_for_fork) is_ready_for_fork = pthread_atfork(before_fork, after_fork, after_fork_in_child) == 0;
        pool.threads = g_ptr_array_new();
    }
    const guint most = (guint)MAX(wanted, swv_cpu_count()) - 1;
    while (pool.idle < useful && pool.threads->len < most) {
        GThread *thread = g_thread_try_new("swiftvideo", work, GUINT_TO_POINTER(pool.generation), NULL);
        // Without a thread the bands run all the same, on those there are.
        if (thread == NULL) break;
        g_ptr_array_add(pool.threads, thread);
        pool.idle++;
    }
}

/// The lock is held.
static void wake_threads(int32_t wanted) {
    if ((guint)wanted >= pool.asleep) {
        if (pool.asleep > 0) g_cond_broadcast(&pool.work);
        return;
    }
    for (int32_t i = 0; i < wanted; i++) g_cond_signal(&pool.work);
}

void swv_band_pool_run(void *data, int32_t threads, int32_t count, SwvBandFunction function, void *context) {
    SwvBandUser *user = data;
    if (threads <= 1 || count <= 1 || user == NULL) {
        for (int32_t band = 0; band < count; band++) function(context, band, 0);
        return;
    }
    Run run = {.function = function, .context = context, .count = count, .wanted = threads, .joined = 1};
    g_cond_init(&run.done);
    g_mutex_lock(&pool.lock);
    if (!user->has_threads) pool.users++;
    user->has_threads = TRUE;
    run.other = pool.runs;
    pool.runs = &run;
    pool.pass++;
    start_threads(threads);
    wake_threads(threads - 1);
    g_mutex_unlock(&pool.lock);
    take_bands(&run, 0);
    for (int i = 0; i < SPINS && run.active > 0; i++) pause_cpu();
    g_mutex_lock(&pool.lock);
    Run **link = &pool.runs;
    while (*link != &run) link = &(*link)->other;
    *link = run.other;
    while (run.active > 0) g_cond_wait(&run.done, &pool.lock);
    g_mutex_unlock(&pool.lock);
    g_cond_clear(&run.done);
}

void swv_band_pool_leave(SwvBandUser *user) {
    GPtrArray *ended = NULL;
    g_mutex_lock(&pool.lock);
    if (user->has_threads && --pool.users == 0) {
        ended = g_steal_pointer(&pool.threads);
        pool.generation++;
        pool.idle = 0;
        g_cond_broadcast(&pool.work);
    }
    user->has_threads = FALSE;
    g_mutex_unlock(&pool.lock);
    if (ended == NULL) return;
    for (guint i = 0; i < ended->len; i++) g_thread_join(g_ptr_array_index(ended, i));
    g_ptr_array_unref(ended);
}

int swv_cpu_count(void) { return (int)g_get_num_processors(); }
