// SPDX-License-Identifier: MIT
/// A place in a text: line and column, both from 1.
public struct TextPosition: Hashable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// What is wrong with a text, and where.
public struct ShaderError: Error, Equatable, Sendable {
    public let position: TextPosition
    public let message: String
    /// Whether it depends on values of uniforms, the frame's size, or arguments.
    let isOfValues: Bool

    init(_ position: TextPosition, _ message: String, isOfValues: Bool = false) {
        (self.position, self.message, self.isOfValues) = (position, message, isOfValues)
    }
}

/// All that was found wrong with a text: the first errors, in order.
public struct ShaderErrors: Error, Equatable, Sendable, CustomStringConvertible {
    public let errors: [ShaderError]
    /// The lines that the errors are in.
    private let lines: [String]

    init(_ errors: [ShaderError], in text: String) {
        self.errors = errors
        let all = Lexer.lines(text)
        lines = errors.map { all.indices.contains($0.position.line - 1) ? String(all[$0.position.line - 1]) : "" }
    }

    /// Of each error `line:column: message`, the line and a caret below it.
    public var description: String {
        zip(errors, lines).map { error, line in
            let place = "\(error.position.line):\(error.position.column): \(error.message)"
            let shown = String(line.prefix(Self.longestLine).map { $0 == "\t" ? " " : $0 })
            guard !line.isEmpty, error.position.column <= shown.count + 1 else { return place }
            return "\(place)\n\(shown)\n\(String(repeating: " ", count: error.position.column - 1))^"
        }.joined(separator: "\n")
    }

    private static let longestLine = 200
}

/// How much a text may ask for. What goes beyond is an error, never a wait: work is counted, not timed.
enum Limit {
    static let textBytes = 65536
    static let tokens = 16384
    static let nesting = 64
    /// Levels of an expression and, while a text is evaluated, of statements and calls within each other, which take room on the stack.
    static let depth = 256
    static let calls = 16
    static let iterations = 256
    static let operations = 4096
    static let reads = 64
    static let uniforms = 64
    static let arrayElements = 256
    static let indexedElements = 16
    static let errors = 8
    /// Numbers made while the text is read, those that are not needed in the end too.
    static let steps = 65536
}
