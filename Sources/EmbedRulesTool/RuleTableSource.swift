// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintYAML

/// The Swift source of the table.
struct RuleTableSource {
    private var rows = ""
    private var digest = ByteDigest()
    private var rules = PackedRules()

    /// The table of files below `rules/`, in the order of their paths.
    init(_ files: [(path: String, text: String)]) throws(LoadingError) {
        // Carriage returns would become line feeds inside a literal, and the digest would not be that of the file.
        let files = files.map { ($0.path, $0.text.replacing("\r\n", with: "\n")) }
        let library = try RuleLibrary.load(
            files: files.map { (path: $0.0, bytes: Array(RuleTableSource.cut($0.1, $0.0).text.utf8)) })
        let read = Dictionary(uniqueKeysWithValues: library.ruleFiles.map { ($0.path, $0) })
        let recognisers = library.vocabulary.lineRecognisers
        let lines = Dictionary(
            uniqueKeysWithValues: recognisers.compactMap { row in row.lines.first.map { ($0.at.file, row) } })
        let warned = Set(library.warnings.map(\.file))
        for (path, text) in files {
            // What is odd about a rule is told by whoever reads its file.
            add(path, text, warned.contains(path) ? nil : read[path], lines[path])
        }
    }

    private mutating func add(_ path: String, _ text: String, _ rule: RuleFile?, _ lines: LineRecogniser?) {
        digest.add(part: path.utf8)
        digest.add(part: text.utf8)
        let (brief, tests) = RuleTableSource.cut(text, path)
        let value = value(of: brief, path)
        let kind = kind(value?.root, path)
        let packed =
            RuleLibrary.isRule(path)
            ? rule.map { rules.pack($0.rule, $0.places) } : value.map(PackedYAML.pack)
        let packedLines = kind == "lines" ? lines.map { rules.pack($0) } : nil
        let fields = [path, kind, brief, tests, packed ?? "", packedLines ?? ""]
        rows += "        (" + fields.map(literal).joined(separator: ", ") + "),\n"
    }

    /// A rule up to its tests, which are the last thing in it and of no use to an analysis, and the rest.
    private static func cut(_ text: String, _ path: String) -> (text: String, tests: String) {
        if path.hasPrefix("recognisers/") || path.hasPrefix("vocabulary/") { return (text, "") }
        let bytes = Array(text.utf8)
        let key = Array("\ntests:".utf8)
        var line = bytes.startIndex
        while let end = bytes[line...].firstIndex(of: key[0]) {
            line = end + 1
            if bytes[end...].starts(with: key) {
                return (
                    String(decoding: bytes[..<line], as: UTF8.self), String(decoding: bytes[line...], as: UTF8.self)
                )
            }
        }
        return (text, "")
    }

    /// What an analysis may leave the file unread for.
    private func kind(_ root: YAMLNode?, _ path: String) -> String {
        guard path.hasPrefix("recognisers/") else { return root?["preset"]?.scalar?.text ?? "" }
        return root?["lines"] != nil && root?["records"] == nil && root?["events"] == nil ? "lines" : ""
    }

    /// What the text says, taken apart; nil where it is no YAML, so that whoever reads it is told why.
    private func value(of text: String, _ path: String) -> YAMLDocument? {
        try? YAMLDocument(bytes: Array(text.utf8), file: path)
    }

    /// The source.
    var text: String {
        """
        // SPDX-License-Identifier: MIT

        // Generated from rules/ when the package is built.
        enum EmbeddedRules {
            /// The files below `rules/` by path, in byte order: the preset that a rule names, or `lines` for a
            /// recogniser of nothing but lines with canonical events; the file up to its tests, its tests, and what
            /// stands before them as `PackedYAML` writes it; of a rule the rule itself, as `PackedRules` does; and of
            /// such a recogniser what was read of it, as `PackedRules` does, too.
            typealias File = (
                path: String, kind: String, text: String, tests: String, packed: String, lines: String
            )

            static let files: [File] = [
        \(rows)    ]

            /// What the rules and recognisers have in common.
            static let paths: [String] = [\(rules.paths.map(literal).joined(separator: ", "))]

            /// FNV-1a (64 bits) over every path and file, each followed by a zero byte.
            static let digest = "\(digest.text)"
        }

        """
    }

    /// A raw string literal on one line, fenced by enough number signs that nothing in the text is read as Swift.
    private func literal(_ text: String) -> String {
        var longest = 0
        var run = 0
        for scalar in text.unicodeScalars {
            run = scalar == "#" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "#", count: longest + 1)
        var literal = "\(fence)\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": literal += "\\\(fence)n"
            case "\r": literal += "\\\(fence)r"
            case "\0": literal += "\\\(fence)0"
            // What escapes of the text mean.
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\\(fence)u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\"\(fence)"
    }
}
