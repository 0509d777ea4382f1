// SPDX-License-Identifier: MIT

package import LifelintLanguage
package import LifelintModel

/// Tells what a word means that people meet around the life cycle: a code, a namespace, a kind of report, a jetsam
/// reason, an exception, a signal, an event, a counter, or a line of a log.
package struct WordExplainer {
    let terminations: TerminationTable
    let reports: ReportWords
    let sayings: Sayings
    let spellings: [EventSpelling]
    let spans: [SpanDeclaration]
    let exitCounters: [String: String]
    let rules: [Rule]
    let headlines: [String]

    /// An explainer of the words that a library knows.
    package init(_ library: RuleLibrary) {
        terminations = library.vocabulary.terminations
        reports = library.vocabulary.reports
        sayings = library.vocabulary.sayings
        spellings = library.vocabulary.spellings
        spans = library.vocabulary.spans
        exitCounters = library.vocabulary.exitCounters
        rules = library.rules
        headlines = library.headlines
    }

    /// Everything that the word may mean, what is most specific first; empty if it is not known.
    package func meanings(of word: String) -> [WordMeaning] {
        let text = WordText.trimmed(word)
        guard !text.isEmpty, text.utf8.count <= WordText.longest else { return [] }
        if let number = WordText.bracketed(word), terminations.name(ofNamespace: number) != nil {
            return [meaning(ofNamespace: number)]
        }
        var found: [WordMeaning] = []
        for meaning in meanings(ofTrimmed: text, depth: 0) where !found.contains(where: { $0.title == meaning.title }) {
            found.append(meaning)
        }
        return found
    }

    /// What else a word means that is the name of a cause, too.
    package func sayings(ofCause name: String) -> [WordMeaning] { sayings(WordText.folded(name), depth: 0) }

    /// Whether something else than a saying has that name.
    package func hasOtherName(_ name: String) -> Bool { !ofName(WordText.trimmed(name)).isEmpty }

    /// The cause that is spelt so, whatever stands between its letters: `UserQuit`, `user quit`.
    package static func cause(spelt name: String) -> EndingCause? {
        let folded = WordText.folded(name)
        return EndingCause.allCases.first { WordText.folded($0.rawValue) == folded }
    }

    /// The rule whose id, or earlier id, is spelt so.
    package static func rule(spelt name: String, among rules: [Rule]) -> Rule? {
        let folded = WordText.folded(name)
        return rules.first { WordText.folded($0.id) == folded }
            ?? rules.first { $0.aliases.contains { WordText.folded($0) == folded } }
    }

    /// Names that may have been meant, for suggestions.
    package var names: [String] {
        terminations.namespaces.flatMap(\.names) + terminations.jetsamReasons.flatMap(\.names)
            + terminations.jetsamReasons.compactMap(\.constant) + reports.exceptions.flatMap(\.names)
            + EventName.declarations.map(\.name) + spellings.map(\.text)
            + exitCounters.keys.sorted()
            + sayings.sayings.flatMap(\.words).filter { $0.contains(where: \.isLetter) }
    }

    /// - Parameter depth: how many words led here.
    func meanings(ofTrimmed text: String, depth: Int) -> [WordMeaning] {
        if let told = ofFields(text) { return told }
        if let (label, rest) = WordText.labelled(text) {
            let told = ofLabelled(label, rest, depth: depth)
            if !told.isEmpty { return told }
        }
        let own = sayings(named: text, depth: depth)
        if let number = WordText.number(text) {
            return own.isEmpty ? ofNumber(number, isHexadecimal: !text.allSatisfy(\.isNumber)) : own
        }
        let named = own + ofName(text)
        return named.isEmpty ? ofLine(text, depth: depth) : named
    }

    /// What a line of a report's JSON tells, in whatever order.
    private func ofFields(_ text: String) -> [WordMeaning]? {
        if let namespace = WordText.field("namespace", in: text) {
            let code = WordText.field("code", in: text)
            if let code, let pair = pair("<\(namespace)> \(code)", in: text) { return [pair] }
            return ofName(namespace)
        }
        if let type = WordText.field("bug_type", in: text), let number = WordText.number(type) {
            return reports.bugType(number).map { [meaning(of: $0)] } ?? []
        }
        if let type = WordText.field("type", in: text) {
            let both = [type, WordText.field("signal", in: text)].compactMap(\.self)
            return narrowed(both.flatMap { exceptions(named: $0) })
        }
        return nil
    }

    /// What stands behind a label of reports: a number is of that kind only.
    private func ofLabelled(_ label: WordText.Label, _ word: String, depth: Int) -> [WordMeaning] {
        guard let number = WordText.number(word) else {
            return word.isEmpty ? [] : meanings(ofTrimmed: word, depth: depth)
        }
        switch label {
        case .bugType: return reports.bugType(number).map { [meaning(of: $0)] } ?? []
        case .code where number <= WordText.smallest:
            let own = sayings(named: word, depth: depth)
            return own.isEmpty ? within(namespaces: number) : own
        case .code: return ofNumber(number, isHexadecimal: true)
        case .signal:
            return reports.exceptions.filter { $0.number == number && $0.isSignal }.map { meaning(of: $0) }
        case .exception, .subtype:
            let own = sayings(named: word, depth: depth)
            let known = reports.exceptions.filter { $0.number == number && !$0.isSignal }
            return own.isEmpty ? known.map { meaning(of: $0) } : own
        case .jetsam: return terminations.jetsamReason(code: number).map { [meaning(of: $0)] } ?? []
        case .namespace, .domain:
            return terminations.name(ofNamespace: number) == nil ? [] : [meaning(ofNamespace: number)]
        }
    }

    /// What has that name, as a whole.
    func ofName(_ name: String) -> [WordMeaning] {
        var found = exceptions(named: name).map { meaning(of: $0) }
        let folded = WordText.folded(name)
        if let reason = terminations.jetsamReasons.first(where: {
            $0.names.contains { WordText.folded($0) == folded } || $0.constant.map(WordText.folded) == folded
        }) {
            found.append(meaning(of: reason))
        }
        // A number beside other words is no namespace: that of a signal, or a code.
        if WordText.number(name) == nil, let number = namespace(named: name) {
            found.append(meaning(ofNamespace: number))
        }
        for type in reports.bugTypes where WordText.folded(type.name) == folded { found.append(meaning(of: type)) }
        if let family = ofFamily(name.lowercased()) { found.insert(family, at: 0) }
        return found
    }

    private func namespace(named name: String) -> UInt64? {
        let folded = WordText.folded(name)
        return terminations.namespace(name).flatMap { terminations.name(ofNamespace: $0) == nil ? nil : $0 }
            ?? terminations.namespaces.first { $0.names.contains { WordText.folded($0) == folded } }?.number
    }

    /// Exceptions and signals of that name, with or without what their names begin with.
    func exceptions(named name: String) -> [ReportWords.Exception] {
        let folded = WordText.folded(name)
        return reports.exceptions.filter { exception in
            exception.names.contains { known in
                let known = WordText.folded(known)
                return known == folded || known == "exc" + folded || known == "sig" + folded
            }
        }
    }

    private func ofNumber(_ number: UInt64, isHexadecimal: Bool) -> [WordMeaning] {
        let exceptions = reports.exceptions.filter { $0.number == number }
        // Small codes mean something within their namespaces only.
        if number > WordText.smallest { return codeMeanings(number) + exceptions.map { meaning(of: $0) } }
        // Most who ask for a small number have a signal.
        var found = exceptions.filter(\.isSignal).map { meaning(of: $0) }
        if terminations.name(ofNamespace: number) != nil { found.append(meaning(ofNamespace: number)) }
        if let reason = terminations.jetsamReason(code: number) { found.append(meaning(of: reason)) }
        found += exceptions.filter { !$0.isSignal }.map { meaning(of: $0) }
        if !isHexadecimal, let type = reports.bugType(number) { found.append(meaning(of: type)) }
        return found
    }
}

extension ReportWords.Exception {
    var isSignal: Bool { names.first?.hasPrefix("SIG") ?? false }
}
