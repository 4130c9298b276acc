// SPDX-License-Identifier: MIT
import CPluginEntry
import Elements

#if compiler(>=6.3)
    @c @implementation
    func swv_register_elements(_ plugin: OpaquePointer) -> Bool {
        Catalogue.register(plugin: plugin)
    }
#else
    // Swift 6.2 has no attribute that compares it with the header.
    @_cdecl("swv_register_elements")
    func registerElements(_ plugin: OpaquePointer) -> Bool {
        Catalogue.register(plugin: plugin)
    }
#endif
