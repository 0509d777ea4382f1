// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Lines of reports and logs: what stands in them may mean something else than it does by itself.
extension WordExplainer {
    /// What a line tells that is no name by itself.
    func ofLine(_ text: String, depth: Int) -> [WordMeaning] {
        let exit = WordText.exitStatus(text) ?? WordText.reported(text)
        if let pair = exit.flatMap({ pair($0, in: text) }) ?? pair(text, in: text) { return [pair] }
        if let pair = scatteredPair(text) { return [pair] }
        if let told = ofSentence(text) { return [told] }
        let said = sayings(in: text, depth: depth)
        if !said.isEmpty { return said }
        let named = ofNames(text)
        if !named.isEmpty { return named }
        let field = ofField(text, depth: depth)
        if !field.isEmpty { return field }
        guard let number = WordText.signal(text).flatMap(WordText.number) else { return [] }
        return reports.exceptions.filter { $0.number == number && $0.isSignal }.map { meaning(of: $0) }
    }

    /// `reason: vm-pageshortage`, `dyld: Library not loaded`: what stands behind a colon and is a name as a whole, of
    /// which nothing else would be made.
    private func ofField(_ text: String, depth: Int) -> [WordMeaning] {
        guard let colon = text.firstIndex(of: ":"),
            !WordText.trimmed(String(text[..<colon])).contains(where: \.isWhitespace)
        else { return [] }
        let rest = WordText.trimmed(String(text[text.index(after: colon)...]))
        if rest.contains("-"), let reason = terminations.jetsamReason(named: rest) { return [meaning(of: reason)] }
        return sayings(named: rest, depth: depth)
    }

    /// What is told in words only, wherever they stand in a line.
    private func ofSentence(_ text: String) -> WordMeaning? {
        guard let known = terminations.meaning(namespace: nil, code: nil, text: text),
            let words = known.texts.first(where: { text.lowercased().contains($0.lowercased()) })
        else { return nil }
        return meaning(of: [known], title: "Words of a termination: “\(words)”")
    }

    /// `CODESIGNING 1`, `FRONTBOARD:0x8badf00d`, `Namespace SIGNAL, Code 11`, `Namespace 15, Code 0xdead10cc`.
    ///
    /// - Parameter line: what stands around it, which may say more than the code.
    func pair(_ text: String, in line: String) -> WordMeaning? {
        // As a report has it, with whatever it says behind them.
        let words = text.split { " \t,;:=".contains($0) }.map { String($0.drop { $0 == "[" }.prefix { $0 != "]" }) }
        guard let (first, second, isLabelled) = WordExplainer.namespaceAndCode(words),
            isLabelled || WordText.number(first) == nil,
            let code = WordText.number(WordText.trimmed(second)), let namespace = terminations.namespace(first),
            let name = terminations.name(ofNamespace: namespace)
        else { return nil }
        if namespace == TerminationNamespace.jetsam, let reason = terminations.jetsamReason(code: code) {
            return meaning(of: reason)
        }
        if namespace == TerminationNamespace.signal,
            let signal = reports.exceptions.first(where: { $0.number == code && $0.isSignal })
        {
            return meaning(of: signal)
        }
        let known = terminations.meaning(namespace: namespace, code: code, text: line)
        if known.map({ $0.codes.isEmpty && $0.texts.isEmpty }) ?? true {
            // A code that is known elsewhere says more than a part of the system that is not known to use it.
            if let other = codeMeanings(code).first { return other }
            // `AUDIO 44100 Hz` is no termination, unless the line says so.
            if words.count > 2, !WordExplainer.holdsLabel(words), !line.hasPrefix("<") { return nil }
        }
        guard let known else { return nil }
        let title = "Termination \(name), code \(WordText.written(code))"
        return meaning(of: known.texts.isEmpty ? [known] + told([known]) : [known], title: title)
    }

    /// What the parts of a termination are called in reports and logs.
    private static let labels = ["termination", "reason", "namespace", "code"]

    private static func holdsLabel(_ words: [String]) -> Bool { words.contains { labels.contains($0.lowercased()) } }

    /// The namespace and the code among the words of a line, and whether it calls the former so.
    ///
    /// Where it does, what stands before the label is of the line around it: the time of a row, above all, is made of
    /// numbers. A code may be called so on either side.
    private static func namespaceAndCode(_ words: [String]) -> (String, String, isLabelled: Bool)? {
        func place(of label: String, in words: ArraySlice<String>) -> Int? {
            words.firstIndex { $0.lowercased() == label }
        }
        let label = place(of: "namespace", in: words[...])
        let rest = words[(label.map { $0 + 1 } ?? 0)...]
        let plain = rest.filter { !labels.contains($0.lowercased()) }
        guard let namespace = plain.first else { return nil }
        var code = plain.dropFirst().first
        if let label, let called = place(of: "code", in: rest) ?? place(of: "code", in: words[..<label]),
            called + 1 < words.count
        {
            code = words[called + 1]
        }
        return code.map { (namespace, $0, label != nil) }
    }

    /// A code and its namespace near each other in a line: `exited due to OS_REASON_RUNNINGBOARD | 0xdead10cc`,
    /// `0x8badf00d of FRONTBOARD`.
    private func scatteredPair(_ text: String) -> WordMeaning? {
        let words = WordText.words(text)
        for (place, code) in words.enumerated() where WordText.isCode(code) {
            let near = words[max(0, place - 2)..<min(words.count, place + 3)]
            let namespace = near.first { word in
                WordText.number(word) == nil && word.allSatisfy { !$0.isLowercase }
                    && terminations.namespace(word) != nil
            }
            if let namespace, let pair = pair("\(namespace) \(code)", in: text) { return pair }
        }
        return nil
    }

    /// Names in a line that nothing else is called: signals and exceptions by their whole names, and what the line
    /// itself calls a namespace, a code or a reason.
    ///
    /// Any other word may stand in a sentence, where it means something else: a line that begins with `[AUDIO]` is of
    /// no namespace, and what was “Terminated due to” something got no SIGTERM.
    private func ofNames(_ text: String) -> [WordMeaning] {
        var exceptions: [ReportWords.Exception] = []
        let parts = WordText.parts(text)
        for (place, part) in parts.enumerated()
        where place + 1 == parts.count || WordText.number(parts[place + 1]) != nil {
            // `Segmentation fault: 11`, `killed: 9`
            let isNumbered = place + 1 < parts.count
            exceptions += reports.exceptions.filter { known in
                known.names.dropFirst().contains { $0 == part || isNumbered && $0.lowercased() == part.lowercased() }
            }
        }
        var others: [WordMeaning] = []
        let words = WordText.words(text)
        let lowered = text.lowercased()
        let isOfJetsam = sayings.jetsamLeads.contains { lowered.contains($0) }
        for (place, word) in words.enumerated() {
            let name = WordText.trimmed(word)
            // `Namespace TCC`, `EXC_CRASH (SIGKILL - CODESIGNING)`
            let isLed =
                place > 0 && sayings.namespaceLeads.contains { $0 == words[place - 1].lowercased() }
                || place > 1 && words[place - 1] == "-" && words[place - 2].hasPrefix("SIG")
            if name.hasPrefix("SIG") || name.hasPrefix("EXC_") {
                exceptions += reports.exceptions.filter { $0.names.first == name }
            } else if name.hasPrefix("OS_REASON_") || isLed, let number = terminations.namespace(name),
                terminations.name(ofNamespace: number) != nil
            {
                others.append(meaning(ofNamespace: number))
            } else if isOfJetsam && name.contains("-") || name.contains("_"),
                let reason = terminations.jetsamReason(named: name)
            {
                others.append(meaning(of: reason))
            } else if WordText.isCode(name) || name.utf8.count == 8 && name.contains(where: \.isLetter),
                let number = WordText.number(name)
            {
                others += codeMeanings(number)
            }
        }
        return narrowed(exceptions) + others
    }

    /// What an exception means beside the signal that stands with it: `EXC_CRASH (SIGKILL)` is no uncaught exception.
    func narrowed(_ exceptions: [ReportWords.Exception]) -> [WordMeaning] {
        let signals = exceptions.filter(\.isSignal)
        return exceptions.map { exception in
            guard let signal = signals.first, !exception.isSignal else { return meaning(of: exception) }
            var narrowed = exception
            narrowed.causes.removeAll { !signal.causes.contains($0) }
            var meaning = meaning(of: narrowed)
            // The signal says which of the usual reasons it is.
            if narrowed.causes != exception.causes {
                meaning.usually = []
                meaning.isMixed = true
            }
            return meaning
        }
    }
}
