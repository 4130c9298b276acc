// SPDX-License-Identifier: MIT
/// A plugin of qemu-user: before each write to standard output it writes to standard error how many instructions there have been
/// since the one before. What it declares of qemu is what qemu-plugin.h has, version 1; Debian 12 has no package of it.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_info_t;

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *, void (*)(unsigned vcpu, void *data), int flags, void *data);
extern void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t,
    void (*)(qemu_plugin_id_t, unsigned vcpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
        uint64_t f, uint64_t g, uint64_t h));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

/// Of each thread, so that none loses what another adds.
static struct {
    uint64_t count;
    char alone[56];
} threads[1024];
static uint64_t before;
static int write_number;

static void executed(unsigned vcpu, void *instructions) { threads[vcpu % 1024].count += (uint64_t)instructions; }

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, (void *)qemu_plugin_tb_n_insns(block));
}

static void called(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t file, uint64_t b, uint64_t c, uint64_t d,
    uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    if (number != write_number || file != 1) return;
    uint64_t count = 0;
    for (int i = 0; i < 1024; i++) count += threads[i].count;
    fprintf(stderr, "instructions %" PRIu64 "\n", count - before);
    before = count;
}

/// The argument is the number of the system call `write`.
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv) {
    if (argc != 1 || sscanf(argv[0], "write=%d", &write_number) != 1) return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
