// SPDX-License-Identifier: MIT
public import KernelTypes

/// The kernels of this module's instruction-set level, a file for each family; `Reference` states their laws.
public enum Kernels: KernelSet {
    public static var machine: any MachineKernels.Type { Machine.self }
}
