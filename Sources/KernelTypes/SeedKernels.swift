// SPDX-License-Identifier: MIT

/// The state of SipHash after the words that sixteen rows share.
public struct HashState: Sendable {
    public let v0: UInt64
    public let v1: UInt64
    public let v2: UInt64
    public let v3: UInt64

    public init(_ v0: UInt64, _ v1: UInt64, _ v2: UInt64, _ v3: UInt64) {
        (self.v0, self.v1, self.v2, self.v3) = (v0, v1, v2, v3)
    }
}

/// Kernels that seed what is random in each of sixteen rows.
public protocol SeedKernels {
    /// Hashes two more words of each row: that of row r at [r] and at [16 + r].
    static func hashGroup(_ to: UnsafeMutablePointer<UInt64>, words: UnsafePointer<UInt64>, state: HashState)

    /// The high halves of the first two numbers of each row's own generator.
    static func randomGroup(
        _ first: UnsafeMutablePointer<UInt32>, _ second: UnsafeMutablePointer<UInt32>, seeds: UnsafePointer<UInt64>)
}
