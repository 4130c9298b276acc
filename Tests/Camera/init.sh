#!/bin/busybox sh
# SPDX-License-Identifier: MIT
# The first program of the guest: loads the modules, mounts what the host shares, runs the job, switches off.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
while read -r module options; do
    # shellcheck disable=SC2086
    $b insmod "/modules/$module" $options || echo "insmod $module failed"
done </modules/order

$b mount -t tmpfs -o size=80% tmpfs /root
cd /root || exit
$b mkdir -p proc sys dev tmp run usr var/tmp job
for folder in bin sbin lib lib64; do $b ln -s usr/$folder $folder; done
$b cp -a /etc etc
nine=trans=virtio,version=9p2000.L,msize=524288
$b mount -t 9p -o $nine,cache=none job job
while read -r tag path; do
    $b mkdir -p "/root$path"
    $b mount -t 9p -o $nine,cache=loose,ro "$tag" "/root$path"
done <job/shares
for folder in proc sys dev; do $b mount --move /$folder $folder; done
$b mkdir -p dev/shm
$b mount -t tmpfs tmpfs dev/shm
$b chmod 1777 tmp dev/shm
shell=/bin/bash
# A folder of libraries has no shell but this one.
if [ ! -x usr/bin/bash ]; then
    $b cp $b busybox
    shell="/busybox sh"
fi
# shellcheck disable=SC2086
$b chroot /root $shell /job/run.sh >job/output 2>&1
echo $? >job/status
$b dmesg >job/dmesg
$b sync
$b poweroff -f
