// SPDX-License-Identifier: MIT
/// What numbers a property takes.
package struct NumberList: Sendable {
    /// How many.
    package let count: ClosedRange<Int>
    package let range: ClosedRange<Double>
    /// What is wrong with so many numbers of the range; nil: nothing.
    package let fault: @Sendable ([Double]) -> String?

    /// How many, in words.
    package var countText: String {
        count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
    }

    /// Why numbers are refused, as what follows the property's name in a sentence; nil: they are taken.
    package func refusal(_ numbers: [Double]) -> String? {
        guard count.contains(numbers.count) else {
            return "takes \(countText) numbers, not \(numbers.count)"
        }
        if let index = numbers.firstIndex(where: { !range.contains($0) }) {
            let (least, most) = (Word.decimal(range.lowerBound), Word.decimal(range.upperBound))
            guard !numbers[index].isNaN else {
                return "takes numbers from \(least) to \(most), and element \(index + 1) is none"
            }
            return "takes numbers from \(least) to \(most), not \(Word.decimal(numbers[index]))"
        }
        return fault(numbers)
    }
}
