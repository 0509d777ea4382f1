// SPDX-License-Identifier: MIT

import LifelintModel

/// The prose of rules as HTML: paragraphs, lists, fenced code, and code within a line; nothing else of Markdown.
struct RuleProse {
    /// A part of the prose.
    private enum Block {
        case paragraph(String)
        case items([String])
        case code([String])
    }

    /// The prose, as the rule has it.
    let text: String

    private static let maximumLines = 120

    /// The first paragraph in one line.
    var opening: String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !RuleProse.isBlank($0) }.joined(separator: " ")
    }

    /// Writes the prose.
    func write(to page: inout HTMLPage) {
        for block in blocks {
            switch block {
            case .paragraph(let text):
                page.markup("<p>")
                RuleProse.writeLine(text, to: &page)
                page.markup("</p>\n")
            case .items(let items):
                page.markup("<ul>")
                for item in items {
                    page.markup("<li>")
                    RuleProse.writeLine(item, to: &page)
                    page.markup("</li>")
                }
                page.markup("</ul>\n")
            case .code(let lines):
                page.markup("<pre><code>")
                for line in lines {
                    page.text(line, limit: 200)
                    page.markup("\n")
                }
                page.markup("</code></pre>\n")
            }
        }
    }

    private var blocks: [Block] {
        var blocks: [Block] = []
        var code: [String]?
        var isNew = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(RuleProse.maximumLines) {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("```") {
                if let lines = code { blocks.append(.code(lines)) }
                code = code == nil ? [] : nil
                isNew = true
            } else if code != nil {
                code?.append(String(line))
            } else if words.isEmpty {
                isNew = true
            } else {
                RuleProse.add(words, isNew: isNew, to: &blocks)
                isNew = false
            }
        }
        if let lines = code { blocks.append(.code(lines)) }
        return blocks
    }

    /// Adds a line: a new item or paragraph, or the rest of the last one.
    private static func add(_ line: Substring, isNew: Bool, to blocks: inout [Block]) {
        switch blocks.last {
        case .items(let items) where line.hasPrefix("- "):
            blocks[blocks.count - 1] = .items(items + [String(line.dropFirst(2))])
        case .items(let items) where !isNew:
            blocks[blocks.count - 1] = .items(items.dropLast() + [(items.last ?? "") + " " + line])
        case .paragraph(let text) where !isNew && !line.hasPrefix("- "):
            blocks[blocks.count - 1] = .paragraph(text + " " + line)
        default:
            blocks.append(line.hasPrefix("- ") ? .items([String(line.dropFirst(2))]) : .paragraph(String(line)))
        }
    }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " } }

    /// Writes a line; what stands between two backticks is code.
    static func writeLine(_ text: String, to page: inout HTMLPage) {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index % 2 == 1, index < parts.count - 1 {
                page.wrap("<code>", String(part), "</code>")
            } else {
                if index % 2 == 1 { page.markup("`") }
                page.text(String(part))
            }
        }
    }
}
