// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// The pages of what terminations and reports name.
extension WordExplainer {
    /// What endings have in common whose names begin alike: a namespace of that name may be about something else.
    func ofFamily(_ name: String) -> WordMeaning? {
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

    /// What a text alone tells belongs to the code that such texts come with; what an exception says comes with any
    /// code.
    func told(_ known: [TerminationTable.Meaning]) -> [TerminationTable.Meaning] {
        let families = Set(known.compactMap { WordExplainer.family($0.cause) })
        return terminations.meanings.filter { meaning in
            meaning.codes.isEmpty && WordExplainer.family(meaning.cause).map { families.contains($0) } ?? false
                && !meaning.texts.isEmpty && !meaning.isThrown
        }
    }

    /// What a code means by itself.
    func codeMeanings(_ code: UInt64) -> [WordMeaning] {
        guard code > WordText.smallest else { return [] }
        // What is specific stands first in the file; a reader wants the general first.
        var known = Array(terminations.meanings.filter { $0.codes.contains(code) }.reversed())
        guard !known.isEmpty else { return [] }
        known += told(known)
        let spaces = known.flatMap { $0.namespaces + $0.usualNamespaces }
        let names = Set(spaces).sorted().compactMap { terminations.name(ofNamespace: $0) }
        let within = names.isEmpty ? "" : ", mostly of \(names.joined(separator: " or "))"
        // Where something was done to the app beside it, that is how it ended.
        let others: [EndingCause] = code == TerminationCode.request ? [.appUpdate, .uninstalled] : []
        return [meaning(of: known, title: "Termination code \(WordText.written(code))\(within)", others)]
    }

    /// What a small code means in each of the namespaces that have it: by itself it says nothing.
    func within(namespaces code: UInt64) -> [WordMeaning] {
        var meaning = WordMeaning(title: "Code \(code): what it means depends on its namespace")
        if let signal = reports.exceptions.first(where: { $0.number == code && $0.isSignal }) {
            meaning.sentences.append("SIGNAL: \(signal.names[0]). \(signal.meaning)")
        }
        if let reason = terminations.jetsamReason(code: code), let name = reason.names.first {
            meaning.sentences.append("JETSAM: \(name). \(reason.meaning ?? "")")
        }
        for one in terminations.meanings where one.codes.contains(code) {
            for name in one.namespaces.compactMap({ terminations.name(ofNamespace: $0) }) {
                meaning.sentences.append("\(name): \(one.meaning)")
            }
        }
        return meaning.sentences.isEmpty ? [] : [meaning]
    }

    func meaning(
        of known: [TerminationTable.Meaning], title: String, _ others: [EndingCause] = []
    ) -> WordMeaning {
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
        meaning.usually = known.flatMap(\.usually)
        for one in known where known.allSatisfy({ $0.cause != one.cause || $0.kind == one.kind }) {
            guard let kind = one.kind else { continue }
            var ending = Ending(cause: one.cause, confidence: .certain)
            ending.detail[.kind] = .string(kind)
            meaning.titles[one.cause] = ending.page.title
        }
        meaning.standing = known.map(\.standing).min { WordExplainer.rank($0) < WordExplainer.rank($1) }
        return withRules(meaning, known.map(\.cause) + others)
    }

    func meaning(ofNamespace number: UInt64) -> WordMeaning {
        let names = terminations.namespaces.first { $0.number == number }?.names ?? []
        // Where the number is not known, the table has one that no process can have.
        let shown = number > WordText.smallest ? "" : " (\(number))"
        var meaning = WordMeaning(title: "Termination namespace \(names.joined(separator: ", once "))\(shown)")
        let general = terminations.meanings.last {
            $0.namespaces.contains(number) && $0.codes.isEmpty && $0.texts.isEmpty
        }
        let specific = terminations.meanings.filter {
            !$0.codes.isEmpty && ($0.namespaces + $0.usualNamespaces).contains(number)
        }
        if let general, specific.isEmpty { meaning.sentences.append(general.meaning) }
        if number == 1 {
            meaning.sentences.append("Its codes are the reasons for which the kernel ends processes.")
            for reason in terminations.jetsamReasons {
                meaning.sentences.append("\(reason.code), \(reason.names[0]): \(reason.meaning ?? "")")
            }
            return withRules(meaning, [.memoryLimit, .systemPressure, .reclaimed, .cpuLimit])
        }
        if number == 2 {
            let signals = reports.exceptions.filter(\.isSignal).map { "\($0.number) \($0.names[0])" }
            meaning.sentences.append("Its codes are the numbers of signals: \(signals.joined(separator: ", ")).")
        }
        for one in specific {
            let codes = one.codes.map { WordText.written($0) }.joined(separator: ", ")
            let doubt = one.standing == .proven ? "" : " (\(one.standing.rawValue))"
            let cause = one.cause == general?.cause || one.cause == .unknown ? "" : " Ending: \(one.cause.rawValue)."
            meaning.sentences.append("\(codes): \(one.meaning)\(doubt)\(cause)")
        }
        if let general, !specific.isEmpty { meaning.sentences.append("Any other code: \(general.meaning)") }
        meaning.standing = general?.standing ?? .proven
        let causes = specific.map(\.cause) + told(specific).map(\.cause) + [general?.cause].compactMap(\.self)
        // What leads to one of many codes says nothing about the others.
        meaning.isMixed = Set(causes).count > 1
        meaning.usually = general?.usually ?? []
        return withRules(meaning, causes)
    }

    func meaning(of reason: TerminationTable.JetsamReason) -> WordMeaning {
        let names = reason.names.joined(separator: ", once ")
        var meaning = WordMeaning(title: "Jetsam reason \(names) (code \(reason.code) of JETSAM)")
        if let sentence = reason.meaning { meaning.sentences.append(sentence) }
        meaning.standing = reason.standing
        meaning.isMixed = reason.group == .ownLimit && !reason.isOfMemory
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

    func meaning(of type: ReportWords.BugType) -> WordMeaning {
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
        return withRules(meaning, type.ends == .device ? [.reboot] : [], own: type.rules)
    }

    func meaning(of exception: ReportWords.Exception) -> WordMeaning {
        let kind = exception.isSignal ? "Signal" : exception.isCode ? "Code of an exception" : "Exception"
        let others = exception.names.dropFirst().map { " “\($0)”" }.joined()
        var meaning = WordMeaning(title: "\(kind) \(exception.names.first ?? "")\(others) (\(exception.number))")
        meaning.sentences = [exception.meaning]
        if exception.isSignal, exception.causes.isEmpty {
            meaning.sentences.append(
                "An end by it is told as unknown: whoever sent it had a reason, which the signal does not tell.")
        }
        meaning.usually = [exception.usually]
        meaning.standing = exception.standing
        return withRules(meaning, exception.causes)
    }

    /// The meaning with the endings that it stands for, and with the rules that look for them: those that judge the end
    /// as such first, in the order in which reports tell them.
    ///
    /// - Parameter own: rules that judge by the word itself.
    func withRules(_ meaning: WordMeaning, _ causes: [EndingCause], own: [String] = []) -> WordMeaning {
        var meaning = meaning
        for cause in causes where !meaning.causes.contains(cause) && cause != .unknown { meaning.causes.append(cause) }
        let about = rules.filter { rule in meaning.causes.contains { rule.isAbout($0) } }.map(\.id)
        let ranked = headlines.filter(about.contains) + about.filter { !headlines.contains($0) }
        for id in own + ranked where !meaning.rules.contains(id) { meaning.rules.append(id) }
        return meaning
    }

    /// `watchdog` of `watchdog.launch`; nil where a cause has no relatives.
    static func family(_ cause: EndingCause) -> String? {
        let parts = cause.rawValue.split(separator: ".")
        return parts.count > 1 ? String(parts[0]) : nil
    }

    private static func rank(_ standing: TerminationTable.Standing) -> Int {
        switch standing {
        case .proven: 0
        case .decoded: 1
        case .unproven: 2
        }
    }
}
