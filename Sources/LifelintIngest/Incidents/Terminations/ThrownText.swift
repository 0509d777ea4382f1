// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the sentence that Foundation leaves behind when nobody catches an exception.
struct ThrownText: Sendable {
    /// In front of the exception's name, and of its reason.
    private let name, reason: SoughtText

    init(_ words: TerminationWords) {
        name = SoughtText(words[.thrownName])
        reason = SoughtText(words[.thrownReason])
    }

    /// Names the exception, and tells what it said, where the last words do: what is known already stays.
    ///
    ///     *** Terminating app due to uncaught exception 'NAME', reason: 'REASON'
    func read(_ lines: [IncidentText], into exception: inout IncidentException) {
        guard exception.name == nil, let line = lines.first(where: { TextSearch.holds(name, $0.text) }) else { return }
        Array(line.text.utf8).withView { view in
            guard let found = name.find(in: view, from: 0, to: view.count) else { return }
            let open = found + name.count
            guard let close = view.firstIndex(of: 0x27, from: open, to: view.count) else { return }
            exception.name = IncidentValues.text(view.string(open, close))
            guard exception.reason == nil,
                let mark = reason.find(in: view, from: close, to: view.count)
            else { return }
            let start = mark + reason.count
            let end = view[view.count - 1] == 0x27 ? view.count - 1 : view.count
            exception.reason = IncidentValues.text(view.string(start, max(end, start)))
        }
    }
}
