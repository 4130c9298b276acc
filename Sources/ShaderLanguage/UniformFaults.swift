// SPDX-License-Identifier: MIT

extension Shader {
    /// Names that have values without being declared, as texts without `main` may use them.
    private static let known: Set<String> = ["time", "width", "height", "texelWidth", "texelHeight"]

    /// Names whose values are floats, wherever they come from.
    private static let floats: Set<String> = ["time", "control0", "control1", "control2", "control3"]

    /// What is wrong with values for this shader, a sentence each: names that it has not, too few or too many numbers, and whole numbers
    /// that have none.
    public func faults(_ values: UniformValues) -> [String] {
        let whole = uniforms.filter {
            $0.isWhole && values.numbers[$0.name] == nil && Self.floats.contains($0.name)
        }
        return whole.map { "The uniform \"\($0.name)\" is of type \($0.type) and stays 0: declare it as float." }
            + unfit(values)
    }

    private func unfit(_ values: UniformValues) -> [String] {
        values.numbers.sorted { $0.key < $1.key }.compactMap { name, numbers in
            guard let uniform = uniforms.first(where: { $0.name == name }) else {
                if Self.known.contains(name) { return nil }
                return "The shader has no uniform \"\(name)\"\(Evaluator.suggestion(name, uniforms.map(\.name)))"
            }
            guard numbers.count != uniform.count else { return nil }
            return
                "The uniform \"\(name)\" is a \(uniform.type) of \(uniform.count) numbers, and \(numbers.count) are given."
        }
    }
}
