// SPDX-License-Identifier: MIT

import LifelintModel

/// How words and lines are written that somebody wants explained.
package enum WordText {
    /// More than that is no line.
    package static let longest = 4096

    /// Above this a code means the same in every namespace.
    package static let smallest: UInt64 = 0xFFFF

    /// The letters and digits of a text in lower case: `User quit`, `user-quit` and `UserQuit` are one word.
    ///
    /// A sign in front of a number stays, since it makes another number of it.
    package static func folded(_ text: String) -> String {
        var folded = ""
        for character in text.lowercased() where character.isLetter || character.isNumber { folded.append(character) }
        if text.hasPrefix("-"), folded.first?.isNumber ?? false { folded = "-" + folded }
        return folded
    }

    /// Without white space, quotation marks, the ends of sentences, and the brackets in which reports write unknown
    /// namespaces.
    package static func trimmed(_ word: String) -> String {
        let quotes: Set<Character> = ["'", "\"", "`", "“", "”", "‘", "’"]
        let starts: Set<Character> = ["<", "#"]
        let ends: Set<Character> = [">", ".", ",", ";", ":", "!", "?"]
        var text = Substring(word)
        while let first = text.first, first.isWhitespace || starts.contains(first) || quotes.contains(first) {
            text = text.dropFirst()
        }
        while let last = text.last, last.isWhitespace || ends.contains(last) || quotes.contains(last) {
            text = text.dropLast()
        }
        return String(text)
    }

    /// A hexadecimal number in the brackets in which reports write namespaces that they do not know, and nothing else.
    package static func bracketed(_ word: String) -> UInt64? {
        guard word.hasPrefix("<0x"), word.hasSuffix(">") else { return nil }
        return number(trimmed(word))
    }

    /// A number: decimal digits, hexadecimal ones behind `0x`, or eight hexadecimal ones without it.
    ///
    /// Who keeps a code in 32 bits with a sign prints those that matter as negative ones.
    package static func number(_ text: String) -> UInt64? {
        let lower = text.lowercased()
        if lower.hasPrefix("0x") { return UInt64(lower.dropFirst(2), radix: 16) }
        if lower.hasPrefix("-") { return Int32(lower).map { UInt64(UInt32(bitPattern: $0)) } }
        if let decimal = UInt64(lower), !lower.hasPrefix("+") { return decimal }
        return lower.count == 8 && lower.allSatisfy(\.isHexDigit) ? UInt64(lower, radix: 16) : nil
    }

    /// A number as it is read best: small ones are counted, large ones are codes.
    package static func written(_ code: UInt64) -> String {
        guard code > smallest else { return String(code) }
        let digits = String(code, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits + " (\(code))"
    }

    /// What stands between colons, commas and brackets: names may have several words.
    package static func parts(_ text: String) -> [String] {
        text.split { marks.contains($0) }.map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    /// The words of a line, in order.
    package static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace || marks.contains($0) }.map(String.init)
    }

    /// Whether a line holds a text that begins where a word does: `FBProcessExit Code=64` has no exit code.
    ///
    /// - Parameter line: in small letters, like the text.
    package static func holds(_ line: String, _ text: String) -> Bool {
        guard text.first?.isLetter ?? false else { return line.contains(text) }
        var rest = Substring(line)
        while let range = rest.firstRange(of: text) {
            if range.lowerBound == line.startIndex || !line[line.index(before: range.lowerBound)].isLetter {
                return true
            }
            rest = line[line.index(after: range.lowerBound)...]
        }
        return false
    }

    /// Whether a word of a line is a code that no other number looks like.
    package static func isCode(_ word: String) -> Bool {
        (word.lowercased().hasPrefix("0x") || word.allSatisfy(\.isNumber) && word.count > 8)
            && number(word).map { $0 > smallest } ?? false
    }

    private static let marks: Set<Character> = [":", ",", "(", ")", "<", ">", "[", "]", "|", "="]
}

/// What stands around names and numbers.
extension WordText {
    /// What reports, and people who ask, write in front of a name or a number.
    package enum Label: String, CaseIterable {
        case bugType = "bugtype"
        case code
        case signal
        case exception
        case subtype = "exceptionsubtype"
        case jetsam
        case namespace
        case domain
    }

    /// A label and what stands behind it: `bug_type: 309`, `bug type 309`, `"bug_type":"309"`, `Code 0x8badf00d`.
    ///
    /// What is a name itself, such as SIGNAL in `SIGNAL 11`, means the same either way.
    package static func labelled(_ text: String) -> (Label, String)? {
        let words = text.split { " \t:=\"'".contains($0) }
        guard words.count > 1, words.count < 5, let last = words.last else { return nil }
        let label = words.dropLast().joined().lowercased().filter { $0 != "_" && $0 != "-" }
        let known = Label.allCases.first {
            [$0.rawValue, $0.rawValue + "type", $0.rawValue + "reason"].contains(label)
        }
        return known.map { ($0, trimmed(String(last))) }
    }

    /// The value of a key in JSON, in whatever order its keys stand: `"code":3735883980`.
    package static func field(_ key: String, in text: String) -> String? {
        guard let at = text.firstRange(of: "\"\(key)\"") else { return nil }
        let rest = text[at.upperBound...].drop(while: \.isWhitespace)
        guard rest.first == ":" else { return nil }
        let value = rest.dropFirst().drop(while: \.isWhitespace)
        let isQuoted = value.first == "\""
        let text = isQuoted ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { !",}] \n".contains($0) }
        return text.isEmpty ? nil : String(text)
    }

    /// The namespace and the code of an exit as RunningBoard prints it, as a pair:
    /// `domain:jetsam(1) code:per-process-limit(7)`, `frontboard(10) code:0x8badf00d`.
    package static func exitStatus(_ text: String) -> String? {
        let words = text.split { " \t|<>".contains($0) }
        guard let place = words.firstIndex(where: { $0.lowercased().hasPrefix("code:") }), place > 0 else { return nil }
        func value(_ word: Substring) -> Substring { word.split(separator: ":").last ?? word }
        let namespace = value(words[place - 1]).prefix { $0 != "(" }
        let code = value(words[place])
        let number = code.firstIndex(of: "(").map { code[code.index(after: $0)...].prefix { $0 != ")" } }
        return "<\(namespace)> \(number ?? code)"
    }

    /// The namespace and the code of an end as launchd reports it, as a pair, with the status behind them: `(1, 7, 9)`.
    package static func reported(_ text: String) -> String? {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
        let numbers = text[open...].dropFirst().dropLast().split(separator: ",").map { number(trimmed(String($0))) }
        guard numbers.count == 3, let namespace = numbers[0], let code = numbers[1], numbers[2] != nil else {
            return nil
        }
        return "<\(namespace)> \(code)"
    }

    /// The number behind the word: `Terminated due to signal 9`.
    package static func signal(_ text: String) -> String? {
        let words = words(text)
        guard let place = words.firstIndex(where: { $0.lowercased() == "signal" }), place + 1 < words.count else {
            return nil
        }
        return trimmed(words[place + 1])
    }

    /// What is left of a callback when its class and the brackets of Objective-C are taken off, the longest first.
    package static func callbacks(_ text: String) -> [String] {
        var rest = text[...]
        if rest.hasPrefix("-[") || rest.hasPrefix("+["), let blank = rest.firstIndex(of: " ") {
            rest = rest[rest.index(after: blank)...].prefix { $0 != "]" }
        }
        var found = [String(rest)]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            found.append(String(rest))
        }
        return found
    }
}
