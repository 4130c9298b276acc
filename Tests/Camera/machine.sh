# SPDX-License-Identifier: MIT
# Sourced by scripts/test-camera.sh, and in part by scripts/aarch64/camera.sh: a machine with virtual cameras. It boots the kernel of a Debian package, whose module
# vivid is the cameras, and sees the host's /usr and what it is told to, read-only over 9p; it has no disk and no network.
#
# Its time is that of its instructions (-icount): one CPU that does a thousand million of them a second, however busy the
# host is, and whose idle time is skipped. So whether 30 frames a second are kept has the same answer on every host.

# Gets the newest kernel that apt knows, or else the one that was fetched last. Sets kernel, the folder it was unpacked to;
# fails with a sentence.
fetch_kernel() {
    local store=$root/.build/camera
    unpack_kernel "$store" && return
    # The lists may be missing, or name what the mirror has no more.
    if [ "$(id -u)" = 0 ] && apt-get -q update >&2; then unpack_kernel "$store" && return; fi
    kernel=$(ls -d "$store"/linux-image-*/complete 2>/dev/null | tail -n 1)
    kernel=${kernel%/complete}
    [ -n "$kernel" ] || { echo "apt can't fetch what linux-image-amd64 stands for"; return 1; }
}

# usage: unpack_kernel FOLDER     linux-image-amd64 is a name for the newest
unpack_kernel() {
    local package
    package=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image-[0-9]/ { print $2; exit }')
    [ -n "$package" ] || return
    kernel=$1/$package
    [ ! -f "$kernel/complete" ] || return 0
    rm -rf "$kernel"
    mkdir -p "$kernel"
    (cd "$kernel" && apt-get -q download "$package" && dpkg -x "$package"_*.deb . && rm "$package"_*.deb) >&2 || return
    depmod -b "$kernel" "${package#linux-image-}" || return
    touch "$kernel/complete"
}

# usage: make_initramfs FILE BUSYBOX [PATH]...     the modules, init.sh, and paths for the guest's /etc
make_initramfs() {
    local file=$1 folder=$scratch/initramfs name version=${kernel##*/linux-image-} module path options
    mkdir -p "$folder"/{bin,modules,proc,sys,dev,root,etc}
    cp "$2" "$folder/bin/busybox"
    shift 2
    cp "$root/Tests/Camera/init.sh" "$folder/init"
    chmod +x "$folder/init"
    [ $# = 0 ] || cp -a "$@" "$folder/etc/"
    echo root:x:0:0:root:/root:/bin/bash >"$folder/etc/passwd"
    echo root:x:0: >"$folder/etc/group"

    local numbers
    numbers=$(seq -s ' ' "$cameras")
    # Each a webcam that captures, and nothing else.
    local vivid="n_devs=$cameras node_types=$(list 0x1 "$numbers") num_inputs=$(list 1 "$numbers")"
    vivid+=" input_types=$(list 0x00 "$numbers")"
    for module in virtio_pci 9p 9pnet_virtio virtio-rng vivid; do
        modprobe -d "$kernel" -S "$version" --show-depends $module | awk '$1 == "insmod" { print $2 }'
    done | awk '!seen[$0]++' | while read -r path; do
        name=$(basename "$path")
        case $name in
        *.xz) xz -dc "$path" >"$folder/modules/${name%.xz}" ;;
        *) cp "$path" "$folder/modules/" ;;
        esac
        name=${name%.xz}
        "${strip:-strip}" --strip-debug "$folder/modules/$name"
        options=
        [ "$name" != vivid.ko ] || options=$vivid
        echo "$name $options" >>"$folder/modules/order"
    done
    (cd "$folder" && find . | cpio --quiet -o -H newc | gzip -1) >"$file"
}

# usage: list WORD NUMBERS     WORD,WORD,... as often as there are numbers
list() {
    local words
    # shellcheck disable=SC2086
    words=$(printf "$1,%.0s" $2)
    echo "${words%,}"
}

# usage: boot FOLDER LIMIT PATH...     runs FOLDER/run.sh in the guest, which sees the paths, and FOLDER as /job
boot() {
    local job=$1 limit=$2 path number=0 shares=()
    shift 2
    for path in /usr "$@"; do
        shares+=(-virtfs "local,path=$path,mount_tag=share$number,security_model=none,readonly=on,multidevs=remap")
        echo "share$number $path" >>"$job/shares"
        number=$((number + 1))
    done
    # What the dynamic linker wants of /etc.
    make_initramfs "$scratch/initramfs.cpio.gz" "$(command -v busybox)" \
        /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/alternatives
    timeout --kill-after=10 "$limit" qemu-system-x86_64 -M q35 -accel tcg -cpu max -smp 1 -icount shift=0,sleep=off \
        -m 2048 -kernel "$kernel/boot/vmlinuz-${kernel##*/linux-image-}" -initrd "$scratch/initramfs.cpio.gz" \
        -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable" \
        -nodefaults -no-reboot -display none -serial "file:$job/console" -device virtio-rng-pci \
        -virtfs "local,path=$job,mount_tag=job,security_model=none" "${shares[@]}"
}
