// SPDX-License-Identifier: MIT
import CLibavPeer
import Effects
import PixelCore

/// A filter of FFmpeg's on pixels of four bytes, on one thread, called without GStreamer.
struct LibavFilter: Codable, Hashable {
    /// As FFmpeg's option -vf takes it.
    let description: String

    var name: String { "FFmpeg's \(description.prefix { $0 != "=" })" }

    /// The fingerprint says nothing, since others round otherwise: the first output is compared here.
    func timed(_ size: Size, like expected: Image) throws -> TimedItem {
        guard let filter = swv_libav_new(description, Int32(size.width), Int32(size.height)) else {
            throw ItemError("FFmpeg was missing when this was built, or has no \(description)", .missing)
        }
        let owner = Owner(filter)
        let info = VideoInfo(.bgrx, size)
        let result = Image(info)
        owner.show(Image(info))
        guard swv_libav_run(owner.filter, result.base.assumingMemoryBound(to: UInt8.self)) else {
            throw ItemError("\(description) of FFmpeg fails")
        }
        for i in expected.bytes.indices
        where i & 3 != 3 && abs(Int(expected.bytes[i]) - Int(result.bytes[i])) > Self.tolerance {
            throw ItemError("\(name) has \(result.bytes[i]) for \(expected.bytes[i]) at byte \(i)")
        }
        owner.show(Image(info, for: .timing))
        return TimedItem(run: { swv_libav_run(owner.filter, nil) }, fingerprint: { 0 })
    }

    /// Codes by which results may differ: FFmpeg cuts where this project rounds.
    private static let tolerance = 2

    private final class Owner {
        let filter: OpaquePointer
        init(_ filter: OpaquePointer) { self.filter = filter }
        deinit { swv_libav_free(filter) }

        func show(_ image: Image) {
            withExtendedLifetime(image) { swv_libav_show(filter, image.base.assumingMemoryBound(to: UInt8.self)) }
        }
    }
}
