// SPDX-License-Identifier: MIT
internal import PixelCore

/// The greatest of many numbers and where they are: of equal ones those that come first. What is kept is the same in whatever order they
/// are taken, and each takes time that has a bound.
final class GreatestNumbers {
    struct Place {
        let number: Float
        let index: Int

        /// Whether it is less than another, or equal and further on.
        func isLess(than other: Place) -> Bool {
            number < other.number || number == other.number && index > other.index
        }
    }

    let capacity: Int
    private(set) var count = 0
    private let memory: Scratch
    /// A heap with the least at its root; after `sort`, the greatest comes first.
    private var places: UnsafeMutablePointer<Place> { memory.values(as: Place.self) }

    init(capacity: Int) throws {
        self.capacity = capacity
        memory = try Scratch(byteCount: capacity * MemoryLayout<Place>.stride, zeroed: false)
    }

    subscript(index: Int) -> Place { places[index] }

    func clear() { count = 0 }

    /// Whether a number that comes last would be kept.
    func keeps(_ number: Float) -> Bool { count < capacity || number >= places[0].number }

    func take(_ place: Place) {
        if count < capacity {
            var child = count
            count += 1
            while child > 0, place.isLess(than: places[(child - 1) / 2]) {
                places[child] = places[(child - 1) / 2]
                child = (child - 1) / 2
            }
            places[child] = place
        } else if places[0].isLess(than: place) {
            sink(place, count: count)
        }
    }

    func take(_ others: GreatestNumbers) {
        for index in 0..<others.count { take(others[index]) }
    }

    /// Puts the greatest first. Nothing may be taken afterwards but after `clear`.
    func sort() {
        var end = count
        while end > 1 {
            end -= 1
            let least = places[0]
            sink(places[end], count: end)
            places[end] = least
        }
    }

    /// Puts a place at the root of so many, and what is less above it.
    private func sink(_ place: Place, count: Int) {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < count else { break }
            if child + 1 < count, places[child + 1].isLess(than: places[child]) { child += 1 }
            guard places[child].isLess(than: place) else { break }
            places[parent] = places[child]
            parent = child
        }
        places[parent] = place
    }
}

/// Columns of a list, of which each row is something that was found.
final class FoundList {
    private let memory: Scratch
    private let capacity: Int
    private(set) var count = 0

    init(columns: Int, capacity: Int) throws {
        self.capacity = capacity
        memory = try Scratch(byteCount: columns * capacity * MemoryLayout<Double>.stride)
    }

    func clear() { count = 0 }

    func append(_ row: Double...) {
        guard count < capacity else { return }
        for (column, value) in row.enumerated() { memory.values(as: Double.self)[column * capacity + count] = value }
        count += 1
    }

    /// The first `most` of a column.
    func column(_ index: Int, most: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(start: memory.values(as: Double.self) + index * capacity, count: min(most, count))
    }
}
