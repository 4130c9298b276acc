// SPDX-License-Identifier: MIT
import CPluginEntry
import Elements

@c @implementation
func swv_register_elements(_ plugin: OpaquePointer) -> Bool {
    Catalogue.register(plugin: plugin)
}
