// SPDX-License-Identifier: MIT

import LifelintLanguage
package import LifelintModel

/// Words and lines of other people: sayings, events in all their spellings, and MetricKit's counters.
extension WordExplainer {
    /// What has that name, whatever stands between its letters.
    func sayings(named name: String, depth: Int) -> [WordMeaning] {
        let folded = WordText.folded(name)
        guard !folded.isEmpty else { return [] }
        var found = sayings(folded, depth: depth) + events(spelt: name).map { meaning(of: $0) }
        if let (counter, told) = exitCounters.first(where: { WordText.folded($0.key) == folded }) {
            found.append(meaning(ofCounter: counter, told))
        }
        return found
    }

    /// The sayings that have that word.
    func sayings(_ folded: String, depth: Int) -> [WordMeaning] {
        sayings.sayings.flatMap { saying in
            saying.words.first { WordText.folded($0) == folded }.map { meanings(of: saying, as: $0, depth: depth) }
                ?? []
        }
    }

    /// What a line holds, wherever it stands in it: at most three, in the order of the file.
    func sayings(in line: String, depth: Int) -> [WordMeaning] {
        let lowered = line.lowercased()
        func holds(_ text: String) -> Bool { WordText.holds(lowered, text.lowercased()) }
        var found: [WordMeaning] = []
        for saying in sayings.sayings where saying.otherTexts.isEmpty || saying.otherTexts.contains(where: holds) {
            guard let text = saying.texts.first(where: holds) else { continue }
            found += meanings(of: saying, as: "“\(text)”", depth: depth)
        }
        return Array(found.prefix(3))
    }

    private func meanings(of saying: Sayings.Saying, as word: String, depth: Int) -> [WordMeaning] {
        var meaning = WordMeaning(title: "\(saying.about): \(word)")
        meaning.sentences = saying.meanings
        meaning.usually = saying.usually
        meaning.links = saying.links
        meaning.standing = saying.standing
        // Of several causes each has reasons of its own.
        meaning.isMixed = saying.causes.count > 1
        let found = [withRules(meaning, saying.causes, own: saying.rules)]
        // One word leads to another, but not in a circle.
        return depth > 0 ? found : found + saying.see.flatMap { meanings(ofTrimmed: $0, depth: 1) }
    }

    // MARK: Events

    private func events(spelt name: String) -> [EventName] {
        let folded = WordText.callbacks(name).map(WordText.folded)
        var found: [EventName] = []
        for word in folded where !word.isEmpty && found.isEmpty {
            for declaration in EventName.declarations where WordText.folded(declaration.name) == word {
                found.append(declaration.event)
            }
            for spelling in spellings where WordText.folded(spelling.text) == word && !found.contains(spelling.event) {
                found.append(spelling.event)
            }
        }
        return found
    }

    /// What the event of that name means, whatever else is called so; nil for a name of an app's own.
    package func meaning(ofEvent name: String) -> WordMeaning? {
        EventName.declarations.first { $0.name == name }.map { meaning(of: $0.event) }
    }

    private func meaning(of event: EventName) -> WordMeaning {
        let name = EventName.declarations.first { $0.event == event }?.name ?? ""
        var meaning = WordMeaning(title: "Event \(name)")
        let saying = sayings.sayings.first { $0.event == event }
        if let saying {
            meaning.title = "Event \(name): \(saying.about)"
            meaning.sentences = saying.meanings
            meaning.usually = saying.usually
            meaning.links = saying.links
            meaning.standing = saying.standing
        }
        let spelt = spellings.filter { $0.event == event && !$0.isRecordsOnly }.map(\.text)
        if !spelt.isEmpty {
            meaning.sentences.append("Logs write it, for example, \(spelt.prefix(3).joined(separator: ", ")).")
        } else if saying == nil {
            meaning.sentences.append("lifelint's own name, as logs of an app and tests of rules may write it.")
        }
        let listeners = rules.filter { $0.listens(to: event, name, spans) }.map(\.id)
        return withRules(meaning, saying?.causes ?? [], own: (saying?.rules ?? []) + listeners)
    }

    // MARK: Counters

    private func meaning(ofCounter counter: String, _ told: String) -> WordMeaning {
        var meaning = WordMeaning(title: "Counter of MetricKit: \(counter)")
        meaning.sentences = [
            "It counts ends of the app over a window, mostly a day; it never says which run ended so.",
            "Reports have it in exitCounts as \(told), and no run ends by it.",
        ]
        meaning.standing = .proven
        let cause = EndingCause(rawValue: told)
        if let cause {
            meaning.sentences.append("It counts what analyze calls \(cause.rawValue): \(cause.page.title).")
        }
        return meaning
    }
}
