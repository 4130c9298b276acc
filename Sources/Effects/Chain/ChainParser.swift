// SPDX-License-Identifier: MIT
internal import Expressions

extension Chain {
    /// Reads a text such as `sepia intensity=0.8 ! vignette`, of stages of these types.
    ///
    /// Between stages stands "!" or a new line; `#` begins a comment. See ``ChainError`` for what may be wrong.
    public init(_ text: String, types: [StageType]) throws(ChainError) { try self.init(text, types: types, read: nil) }

    /// The same, where `read` reads the files that settings name, and `others` are elements that are no stages, each with a sentence
    /// that says why.
    package init(
        _ text: String, types: [StageType], others: [String: String] = [:], read: FileReader?
    ) throws(ChainError) {
        var parser = try ChainParser(text, types, others, read)
        stages = try parser.stages()
    }
}

private struct ChainParser {
    private let types: [StageType]
    private let others: [String: String]
    private let read: FileReader?
    /// What was made of files that the text has named so far, each read once: by their names, and by what they should be.
    private var files: [String: [String: PropertyValue]] = [:]
    private var lexer: ChainLexer
    private var token = ChainLexer.Token.end
    private var offset = 0

    init(
        _ text: String, _ types: [StageType], _ others: [String: String], _ read: FileReader?
    ) throws(ChainError) {
        (self.types, self.others, self.read) = (types, others, read)
        // A byte order mark is no part of a text.
        lexer = ChainLexer(text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text)
        let bytes = text.utf8.count
        guard bytes <= Chain.maximumBytes else {
            throw failure("The text has \(bytes) bytes; \(Chain.maximumBytes) are possible.", at: 0)
        }
        try advance()
    }

    private func word(_ text: String) -> String { ChainError.word(text) }

    private func failure(_ message: String, at offset: Int) -> ChainError {
        ChainError(message, at: offset, of: lexer.text)
    }

    private mutating func advance() throws(ChainError) { (token, offset) = try lexer.take() }

    mutating func stages() throws(ChainError) -> [ChainStage] {
        var stages: [ChainStage] = []
        try skipNewlines()
        while token != .end {
            guard stages.count < Chain.maximumStages else {
                throw failure("There are more than \(Chain.maximumStages) filters.", at: offset)
            }
            stages.append(try stage(after: stages))
            guard token != .end else { break }
            // One "!" among any number of new lines.
            try skipNewlines()
            guard token == .bang else { continue }
            let bang = offset
            try advance()
            try skipNewlines()
            guard token != .end else { throw failure("A filter is missing after this \"!\".", at: bang) }
        }
        return stages
    }

    private mutating func skipNewlines() throws(ChainError) {
        while token == .newline { try advance() }
    }

    private mutating func stage(after stages: [ChainStage]) throws(ChainError) -> ChainStage {
        let start = offset
        guard case .word(let name) = token else { throw failure("The name of a filter is missing here.", at: offset) }
        guard let type = types.first(where: { $0.name == name }) else {
            let factory = name.hasPrefix("swift") ? name : "swift\(name)"
            if let reason = others[factory] {
                throw failure("\(factory) can't be in a chain. \(reason)", at: offset)
            }
            throw failure("There is no filter \"\(word(name))\"\(Self.hint(name, types.map(\.name))).", at: offset)
        }
        try advance()
        var label: String?
        var labelOffset = start
        var values = type.properties.map(\.initial)
        var isGiven = type.properties.map { _ in false }
        var named: Set<Int> = []
        while case .word(let key) = token {
            let keyOffset = offset
            let (value, valueOffset) = try self.value(key, of: type)
            if key == "name" {
                guard label == nil else { throw failure("\"name\" is given twice.", at: keyOffset) }
                guard let text = Self.label(value) else {
                    throw failure("A name is letters, digits, - and _.", at: valueOffset)
                }
                (label, labelOffset) = (text, valueOffset)
                continue
            }
            guard let index = type.properties.firstIndex(where: { $0.name == key && $0.isSettable }) else {
                let names = ["name"] + type.properties.filter(\.isSettable).map(\.name)
                throw failure("\"\(type.name)\" has no \"\(word(key))\"\(Self.hint(key, names)).", at: keyOffset)
            }
            guard named.insert(index).inserted else {
                throw failure("\"\(word(key))\" is given twice.", at: keyOffset)
            }
            values[index] = try self.value(value, of: type.properties[index], at: valueOffset)
            // What a preset says takes effect until another word says otherwise.
            for (index, value) in try preset(values[index], index, of: type, at: valueOffset).enumerated() {
                guard let value else { continue }
                (values[index], isGiven[index]) = (value, true)
            }
            // Which preset it is follows from the others.
            isGiven[index] = !type.properties[index].isPreset
        }
        if let presets = type.presets {
            for index in type.properties.indices where type.properties[index].isPreset {
                values[index] = .int(presets.number(values))
            }
        }
        switch token {
        case .bang, .newline, .end: break
        default: throw failure("This should be a setting such as mix=0.5, or a \"!\".", at: offset)
        }
        let unique = label ?? Chain.label(type, after: stages)
        guard !stages.contains(where: { $0.label == unique }) else {
            throw failure("Two filters are called \"\(word(unique))\"; give one another name.", at: labelOffset)
        }
        return ChainStage(type, label: unique, values: values, isGiven: isGiven)
    }

    /// Goes past `key = value`.
    private mutating func value(_ key: String, of type: StageType) throws(ChainError) -> (ChainLexer.Token, Int) {
        let keyOffset = offset
        try advance()
        guard token == .equals else {
            let isFilter = types.contains { $0.name == key }
            let missing = isFilter ? "A \"!\" is missing before" : "A \"=\" is missing after"
            throw failure("\(missing) \"\(word(key))\".", at: isFilter ? keyOffset : offset)
        }
        try advance()
        switch token {
        case .word, .quoted, .list: break
        default: throw failure("The value of \"\(word(key))\" is missing here.", at: offset)
        }
        let result = (token, offset)
        try advance()
        return result
    }

    /// What a property sets besides itself.
    private func preset(
        _ value: PropertyValue, _ index: Int, of type: StageType, at offset: Int
    ) throws(ChainError) -> StagePresets.Values {
        guard let presets = type.presets else { return [] }
        if type.properties[index].isPreset { return presets.values(value.integer) ?? [] }
        guard type.properties[index].isPresetLocation, let location = value.string, !location.isEmpty, read != nil
        else { return [] }
        do {
            return try presets.load(location)
        } catch {
            throw failure(
                "\"\(type.properties[index].name)\" \(StageProperty.Refusal(ofFile: error).reason).", at: offset)
        }
    }

    private mutating func value(
        _ token: ChainLexer.Token, of property: StageProperty, at offset: Int
    ) throws(ChainError) -> PropertyValue {
        let text: String
        switch token {
        case .word(let word): text = word
        case .quoted(let string): text = string
        case .list(let list): text = list
        default: text = ""
        }
        do throws(StageProperty.Refusal) {
            guard case .file(let kind) = property.kind else { return try property.value(text, read: read) }
            if let known = files["\(kind.name)"]?[text] { return known }
            let value = try property.value(text, read: read)
            files["\(kind.name)", default: [:]][text] = value
            return value
        } catch {
            let end = error.endsWithText ? ", not \"\(word(text))\"." : "."
            throw failure("\"\(property.name)\" \(error.reason)\(end)", at: offset)
        }
    }

    /// A text that may be a label.
    private static func label(_ token: ChainLexer.Token) -> String? {
        let text: String
        switch token {
        case .word(let word): text = word
        case .quoted(let string): text = string
        default: return nil
        }
        let isLabel = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isLabel && !text.isEmpty ? text : nil
    }

    /// What may have been meant, or what there is.
    private static func hint(_ word: String, _ names: [String]) -> String {
        guard let nearest = names.min(by: { editDistance(word, $0) < editDistance(word, $1) }) else { return "" }
        if word.hasPrefix("swift"), names.contains(String(word.dropFirst(5))) {
            return "; write \"\(word.dropFirst(5))\""
        }
        if editDistance(word, nearest) <= 2 { return "; \"\(nearest)\" is one" }
        return names.count <= 12 ? "; there are " + names.joined(separator: ", ") : ""
    }
}
