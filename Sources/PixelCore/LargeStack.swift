// SPDX-License-Identifier: MIT
internal import CMemory

/// What is called on another stack.
private final class Call {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Calls what goes down as many levels as a user's text has, on a stack of 16 MiB: that of the caller may be small. Where there is no
/// memory for it, on that of the caller.
package func withLargeStack<Result>(_ body: () throws -> Result) throws -> Result {
    let made: Swift.Result<Result, any Error>? = withoutActuallyEscaping(body) { body in
        var made: Swift.Result<Result, any Error>?
        let call = Call { made = Swift.Result { try body() } }
        let isCalled = swv_call_on_stack(
            16 << 20,
            { data in
                guard let data else { return }
                Unmanaged<Call>.fromOpaque(data).takeUnretainedValue().run()
            }, Unmanaged.passUnretained(call).toOpaque())
        if !isCalled { call.run() }
        return made
    }
    guard let made else { return try body() }
    return try made.get()
}
