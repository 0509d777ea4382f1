// SPDX-License-Identifier: MIT

package import LifelintModel

/// Tells what a word of a report means: a code, a namespace, a kind of report, a jetsam reason, an exception, a signal.
package struct WordExplainer {
    private let terminations: TerminationTable
    private let reports: ReportWords
    private let rules: [Rule]

    /// An explainer of the words that a library knows.
    package init(_ library: RuleLibrary) {
        terminations = library.vocabulary.terminations
        reports = library.vocabulary.reports
        rules = library.rules
    }

    /// Everything that the word may mean, what is most specific first; empty if it is not known.
    package func meanings(of word: String) -> [WordMeaning] {
        let text = WordExplainer.trimmed(word)
        guard !text.isEmpty, text.utf8.count <= WordExplainer.longest else { return [] }
        if let (label, rest) = WordExplainer.labelled(text) { return ofLabelled(label, rest) }
        if let number = WordExplainer.number(text) {
            return ofNumber(number, isHexadecimal: !text.allSatisfy(\.isNumber))
        }
        let exit = WordExplainer.exitStatus(text) ?? WordExplainer.reported(text)
        if let pair = exit.flatMap({ pair($0, in: text) }) ?? pair(text, in: text) { return [pair] }
        if let pair = scatteredPair(text) { return [pair] }
        var found = ofName(text)
        if found.isEmpty { found = ofSentence(text) }
        // `EXC_BAD_ACCESS (SIGSEGV)`, `Segmentation fault: 11`: each part says something.
        if found.isEmpty { found = WordExplainer.parts(text).filter { $0 != text }.flatMap { ofName($0) } }
        if found.isEmpty { found = WordExplainer.codes(text).flatMap { ofCode($0) } }
        if found.isEmpty, let number = WordExplainer.signal(text) { found = ofLabelled(.signal, number) }
        return found
    }

    /// What is told in words only, wherever they stand in a line.
    private func ofSentence(_ text: String) -> [WordMeaning] {
        guard let known = terminations.meaning(namespace: nil, code: nil, text: text),
            let words = known.texts.first(
                where: { text.lowercased().contains($0.lowercased()) })
        else { return [] }
        return [meaning(of: [known], title: "Words of a termination: “\(words)”")]
    }

    /// A code and its namespace anywhere in a line: `exited due to OS_REASON_RUNNINGBOARD | 0xdead10cc`, `0x8badf00d of
    /// FRONTBOARD`.
    private func scatteredPair(_ text: String) -> WordMeaning? {
        let words = WordExplainer.codes(text)
        guard let code = words.first(where: { WordExplainer.number($0).map { $0 > WordExplainer.smallest } ?? false }),
            let namespace = words.first(where: {
                WordExplainer.number($0) == nil && terminations.namespace($0) != nil
            })
        else { return nil }
        return pair("\(namespace) \(code)", in: text)
    }

    /// A word of a line that no sentence uses.
    private func ofCode(_ word: String) -> [WordMeaning] {
        guard let number = WordExplainer.number(word) else { return ofName(word) }
        return number > WordExplainer.smallest ? codeMeanings(number) : []
    }

    /// Names that may have been meant, for suggestions.
    package var names: [String] {
        terminations.namespaces.flatMap(\.names) + terminations.jetsamReasons.flatMap(\.names)
            + reports.exceptions.flatMap(\.names)
    }

    /// What stands behind a label of reports: a number is of that kind only.
    private func ofLabelled(_ label: Label, _ word: String) -> [WordMeaning] {
        guard let number = WordExplainer.number(word) else { return meanings(of: word) }
        switch label {
        case .bugType: return reports.bugType(number).map { [meaning(of: $0)] } ?? []
        case .code: return ofNumber(number, isHexadecimal: true)
        case .signal:
            return reports.exceptions.filter { $0.number == number && $0.isSignal }.map { meaning(of: $0) }
        case .exception:
            return reports.exceptions.filter { $0.number == number && !$0.isSignal }.map { meaning(of: $0) }
        case .jetsam: return terminations.jetsamReason(code: number).map { [meaning(of: $0)] } ?? []
        }
    }

    private func ofName(_ name: String) -> [WordMeaning] {
        var found: [WordMeaning] = []
        let upper = name.uppercased()
        for exception in reports.exceptions {
            let names = exception.names.map { $0.uppercased() }
            guard names.contains(upper) || names.contains("EXC_" + upper) || names.contains("SIG" + upper) else {
                continue
            }
            found.append(meaning(of: exception))
        }
        if let reason = terminations.jetsamReason(named: name) { found.append(meaning(of: reason)) }
        // A number beside other words is no namespace: that of a signal, or a code.
        if WordExplainer.number(name) == nil, let number = terminations.namespace(name),
            terminations.name(ofNamespace: number) != nil
        {
            found.append(meaning(ofNamespace: number))
        }
        for type in reports.bugTypes where type.name.lowercased() == name.lowercased() {
            found.append(meaning(of: type))
        }
        if let family = ofFamily(name.lowercased()) { found.insert(family, at: 0) }
        return found
    }

    /// What endings have in common whose names begin alike: a namespace of that name may be about something else.
    private func ofFamily(_ name: String) -> WordMeaning? {
        let causes = EndingCause.allCases.filter { WordExplainer.family($0)?.lowercased() == name }
        guard !causes.isEmpty else { return nil }
        var meaning = WordMeaning(title: "Endings of the kind \(name)")
        for cause in causes {
            if let reason = cause.page.usuallyBecause.first, !meaning.usually.contains(reason) {
                meaning.usually.append(reason)
            }
        }
        return withRules(meaning, causes)
    }

    private func ofNumber(_ number: UInt64, isHexadecimal: Bool) -> [WordMeaning] {
        var found: [WordMeaning] = []
        // Small codes mean something within their namespaces only.
        if number > WordExplainer.smallest {
            found = codeMeanings(number) + reports.exceptions.filter { $0.number == number }.map { meaning(of: $0) }
        } else if !isHexadecimal {
            if let type = reports.bugType(number) { found.append(meaning(of: type)) }
        }
        if number <= WordExplainer.smallest {
            if terminations.name(ofNamespace: number) != nil { found.append(meaning(ofNamespace: number)) }
            if let reason = terminations.jetsamReason(code: number) { found.append(meaning(of: reason)) }
            for exception in reports.exceptions where exception.number == number {
                found.append(meaning(of: exception))
            }
        }
        return found
    }

    /// `CODESIGNING 1`, `FRONTBOARD:0x8badf00d`, `Namespace SIGNAL, Code 11`.
    ///
    /// - Parameter line: what stands around it, which may say more than the code.
    private func pair(_ text: String, in line: String) -> WordMeaning? {
        // As a report has it, with whatever it says behind them.
        var words = text.split { " \t,;:=".contains($0) }.map { String($0.drop { $0 == "[" }.prefix { $0 != "]" }) }
        let labels = ["termination", "reason", "namespace", "code"]
        words.removeAll { labels.contains($0.lowercased()) }
        guard words.count >= 2, WordExplainer.number(words[0]) == nil, let code = WordExplainer.number(words[1]),
            let namespace = terminations.namespace(words[0]),
            let name = terminations.name(ofNamespace: namespace)
        else { return nil }
        if namespace == 1, let reason = terminations.jetsamReason(code: code) { return meaning(of: reason) }
        if namespace == 2, let signal = reports.exceptions.first(where: { $0.number == code && $0.isSignal }) {
            return meaning(of: signal)
        }
        guard let known = terminations.meaning(namespace: namespace, code: code, text: line) else { return nil }
        let title = "Termination \(name), code \(WordExplainer.written(code))"
        return meaning(of: known.texts.isEmpty ? [known] + told([known]) : [known], title: title)
    }

    /// What a text alone tells belongs to the code that such texts come with.
    private func told(_ known: [TerminationTable.Meaning]) -> [TerminationTable.Meaning] {
        let families = Set(known.compactMap { WordExplainer.family($0.cause) })
        return terminations.meanings.filter { meaning in
            meaning.codes.isEmpty && WordExplainer.family(meaning.cause).map { families.contains($0) } ?? false
                && !meaning.texts.isEmpty
        }
    }

    private func codeMeanings(_ code: UInt64) -> [WordMeaning] {
        // What is specific stands first in the file; a reader wants the general first.
        var known = Array(terminations.meanings.filter { $0.codes.contains(code) }.reversed())
        guard !known.isEmpty else { return [] }
        known += told(known)
        let spaces = Set(known.flatMap(\.namespaces)).sorted().compactMap { terminations.name(ofNamespace: $0) }
        let within = spaces.isEmpty ? "" : ", mostly of \(spaces.joined(separator: " or "))"
        return [meaning(of: known, title: "Termination code \(WordExplainer.written(code))\(within)")]
    }

    private func meaning(of known: [TerminationTable.Meaning], title: String) -> WordMeaning {
        var meaning = WordMeaning(title: title)
        for one in known {
            // What is proven is not doubted beside it.
            if one.standing != .proven, known.contains(where: { $0.standing == .proven && $0.meaning == one.meaning }) {
                continue
            }
            let names = one.namespaces.compactMap { terminations.name(ofNamespace: $0) }
            let isWhole = known.count == 1 || names.count != 1
            let doubt = one.standing == .proven ? "" : " (\(one.standing.rawValue))"
            let sentence = (isWhole ? one.meaning : "\(names[0]): \(one.meaning)") + doubt
            if !meaning.sentences.contains(sentence) { meaning.sentences.append(sentence) }
        }
        meaning.standing = known.map(\.standing).min { WordExplainer.rank($0) < WordExplainer.rank($1) }
        return withRules(meaning, known.map(\.cause))
    }

    private func meaning(ofNamespace number: UInt64) -> WordMeaning {
        let names = terminations.namespaces.first { $0.number == number }?.names ?? []
        // Where the number is not known, the table has one that no process can have.
        let told = number > WordExplainer.smallest ? "" : " (\(number))"
        var meaning = WordMeaning(title: "Termination namespace \(names.joined(separator: ", once "))\(told)")
        let general = terminations.meanings.last {
            $0.namespaces.contains(number) && $0.codes.isEmpty && $0.texts.isEmpty
        }
        if let general { meaning.sentences.append(general.meaning) }
        if number == 1 { meaning.sentences.append("Its codes are the reasons for which the kernel ends processes.") }
        if number == 2 { meaning.sentences.append("Its codes are the numbers of signals.") }
        let specific = terminations.meanings.filter { $0.namespaces.contains(number) && !$0.codes.isEmpty }
        for one in specific.prefix(24) {
            let codes = one.codes.map { WordExplainer.written($0) }.joined(separator: ", ")
            meaning.sentences.append("\(codes): \(one.meaning)")
        }
        meaning.standing = general?.standing ?? .proven
        return withRules(meaning, general.map { [$0.cause] } ?? specific.map(\.cause))
    }

    private func meaning(of reason: TerminationTable.JetsamReason) -> WordMeaning {
        let names = reason.names.joined(separator: ", once ")
        var meaning = WordMeaning(title: "Jetsam reason \(names) (code \(reason.code) of JETSAM)")
        if let sentence = reason.meaning { meaning.sentences.append(sentence) }
        meaning.standing = reason.standing
        // Not every reason is about memory.
        if reason.group == .pressure || reason.group == .idle, let name = reason.names.first {
            var ending = Ending(cause: .systemPressure, confidence: .certain)
            ending.detail = [.kind: .string(name)]
            let page = ending.page
            if page.title != EndingCause.systemPressure.page.title {
                meaning.usually = page.usuallyBecause
                meaning.sentences.append("In use: " + page.title + ".")
            }
        }
        let causes: [EndingCause] =
            switch reason.group {
            case .ownLimit: [.memoryLimit]
            case .pressure: [.systemPressure, .reclaimed]
            case .idle: [.reclaimed]
            case .cpu: [.cpuLimit]
            }
        return withRules(meaning, causes)
    }

    private func meaning(of type: ReportWords.BugType) -> WordMeaning {
        let numbers = type.numbers.map { String($0) }.joined(separator: ", ")
        var meaning = WordMeaning(title: "Report of bug type \(numbers): \(type.name)")
        meaning.sentences.append(type.tells)
        switch type.ends {
        case .process: meaning.sentences.append("A process ended with it.")
        case .device: meaning.sentences.append("The device went down with it, and every run ended.")
        case .some: meaning.sentences.append("Processes may have ended: the report says which.")
        case .nothing: meaning.sentences.append("Nothing ended by what it tells.")
        case .unsaid: meaning.sentences.append("Whether a process ended is not said by the number alone.")
        }
        meaning.standing = type.standing
        return withRules(meaning, type.ends == .device ? [.reboot] : [])
    }

    private func meaning(of exception: ReportWords.Exception) -> WordMeaning {
        let kind = exception.isSignal ? "Signal" : "Exception"
        let others = exception.names.dropFirst().map { " “\($0)”" }.joined()
        var meaning = WordMeaning(title: "\(kind) \(exception.names.first ?? "")\(others) (\(exception.number))")
        meaning.sentences = [exception.meaning]
        meaning.usually = [exception.usually]
        meaning.standing = exception.standing
        return withRules(meaning, exception.causes)
    }

    private func withRules(_ meaning: WordMeaning, _ causes: [EndingCause]) -> WordMeaning {
        var meaning = meaning
        for cause in causes where !meaning.causes.contains(cause) && cause != .unknown { meaning.causes.append(cause) }
        meaning.rules = rules.filter { rule in meaning.causes.contains { rule.names($0) } }.map(\.id)
        return meaning
    }
}

extension WordExplainer {
    /// What reports, and people who ask, write in front of a number.
    fileprivate enum Label: String, CaseIterable {
        case bugType = "bugtype"
        case code
        case signal
        case exception
        case jetsam
    }

    /// A label and what stands behind it: `bug_type: 309`, `bug type 309`, `"bug_type":"309"`, `Code 0x8badf00d`.
    ///
    /// What is a name itself, such as SIGNAL in `SIGNAL 11`, means the same either way.
    fileprivate static func labelled(_ text: String) -> (Label, String)? {
        let words = text.split { " \t:=\"'".contains($0) }
        guard words.count > 1, words.count < 5, let last = words.last else { return nil }
        let label = words.dropLast().joined().lowercased().filter { $0 != "_" && $0 != "-" }
        let known = Label.allCases.first {
            [$0.rawValue, $0.rawValue + "type", $0.rawValue + "reason"].contains(label)
        }
        return known.map { ($0, String(last)) }
    }

    /// The namespace and the code of an exit as RunningBoard prints it, as a pair:
    /// `domain:jetsam(1) code:per-process-limit(7)`, `frontboard(10) code:0x8badf00d`.
    fileprivate static func exitStatus(_ text: String) -> String? {
        let words = text.split { " \t|<>".contains($0) }
        guard let place = words.firstIndex(where: { $0.lowercased().hasPrefix("code:") }), place > 0 else { return nil }
        func value(_ word: Substring) -> Substring { word.split(separator: ":").last ?? word }
        let namespace = value(words[place - 1]).prefix { $0 != "(" }
        let code = value(words[place])
        let number = code.firstIndex(of: "(").map { code[code.index(after: $0)...].prefix { $0 != ")" } }
        return "<\(namespace)> \(number ?? code)"
    }

    /// The namespace and the code of an end as launchd reports it, as a pair, with the status behind them: `(1, 7, 9)`.
    fileprivate static func reported(_ text: String) -> String? {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
        let numbers = text[open...].dropFirst().dropLast().split(separator: ",").map { number(trimmed(String($0))) }
        guard numbers.count == 3, let namespace = numbers[0], let code = numbers[1], numbers[2] != nil else {
            return nil
        }
        return "<\(namespace)> \(code)"
    }

    /// More than that is no line.
    fileprivate static let longest = 4096

    /// The number behind the word: `Terminated due to signal 9`.
    fileprivate static func signal(_ text: String) -> String? {
        let words = text.split(whereSeparator: { $0.isWhitespace || marks.contains($0) })
        guard let place = words.firstIndex(where: { $0.lowercased() == "signal" }), place + 1 < words.count else {
            return nil
        }
        return trimmed(String(words[place + 1]))
    }

    /// Above this a code means the same in every namespace.
    fileprivate static let smallest: UInt64 = 0xFFFF

    fileprivate static func written(_ code: UInt64) -> String {
        guard code > smallest else { return String(code) }
        let digits = String(code, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits + " (\(code))"
    }

    /// `watchdog` of `watchdog.launch`; nil where a cause has no relatives.
    fileprivate static func family(_ cause: EndingCause) -> String? {
        let parts = cause.rawValue.split(separator: ".")
        return parts.count > 1 ? String(parts[0]) : nil
    }

    fileprivate static func rank(_ standing: TerminationTable.Standing) -> Int {
        switch standing {
        case .proven: 0
        case .decoded: 1
        case .unproven: 2
        }
    }

    /// Without white space, quotation marks, the ends of sentences, and the brackets in which reports write unknown
    /// namespaces.
    fileprivate static func trimmed(_ word: String) -> String {
        let quotes: Set<Character> = ["'", "\"", "`", "“", "”", "‘", "’"]
        let ends: Set<Character> = [">", ".", ",", ";", ":", "!", "?"]
        var text = Substring(word)
        while let first = text.first, first.isWhitespace || first == "<" || quotes.contains(first) {
            text = text.dropFirst()
        }
        while let last = text.last, last.isWhitespace || ends.contains(last) || quotes.contains(last) {
            text = text.dropLast()
        }
        return String(text)
    }

    /// A number: decimal digits, hexadecimal ones behind `0x`, or eight hexadecimal ones without it.
    ///
    /// Who keeps a code in 32 bits with a sign prints those that matter as negative ones.
    fileprivate static func number(_ text: String) -> UInt64? {
        let lower = text.lowercased()
        if lower.hasPrefix("0x") { return UInt64(lower.dropFirst(2), radix: 16) }
        if lower.hasPrefix("-") { return Int32(lower).map { UInt64(UInt32(bitPattern: $0)) } }
        if let decimal = UInt64(lower), !lower.hasPrefix("+") { return decimal }
        return lower.count == 8 && lower.allSatisfy(\.isHexDigit) ? UInt64(lower, radix: 16) : nil
    }

    /// What stands between colons, commas and brackets: names may have several words.
    fileprivate static func parts(_ text: String) -> [String] {
        text.split { marks.contains($0) }.map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    /// The words of a line that are codes or names in capitals, or names with a hyphen in them, each once.
    ///
    /// Any other word may stand in a sentence, where it means something else: what was “Terminated due to” something got
    /// no SIGTERM.
    fileprivate static func codes(_ text: String) -> [String] {
        var words: [String] = []
        for word in text.split(whereSeparator: { $0.isWhitespace || marks.contains($0) }) {
            let isName = word.allSatisfy { !$0.isLowercase } && word.contains(where: \.isLetter)
            let isReason = word.contains("-") && word.allSatisfy { $0.isLetter || $0 == "-" }
            let isCode = word.lowercased().hasPrefix("0x") || word.allSatisfy(\.isNumber) && word.count > 8
            if isName || isReason || isCode, !words.contains(String(word)) { words.append(String(word)) }
        }
        return words
    }

    private static let marks: Set<Character> = [":", ",", "(", ")", "<", ">", "[", "]", "|", "="]
}

extension ReportWords.Exception {
    fileprivate var isSignal: Bool { names.first?.hasPrefix("SIG") ?? false }
}
