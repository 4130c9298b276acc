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
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *to, uint64_t value);
extern void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t,
    void (*)(qemu_plugin_id_t, unsigned vcpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
        uint64_t f, uint64_t g, uint64_t h));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

static uint64_t count, before;
static int write_number;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    // Operation 0 adds. Threads may lose some of each other's; one at a time has much to do.
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &count, qemu_plugin_tb_n_insns(block));
}

static void called(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t file, uint64_t b, uint64_t c, uint64_t d,
    uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    if (number != write_number || file != 1) return;
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
