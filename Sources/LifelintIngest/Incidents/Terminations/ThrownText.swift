// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the sentence that Foundation leaves behind when nobody catches an exception.
struct ThrownText: Sendable {
    /// In front of the exception's name, and of its reason.
    private let name, reason: SoughtText
    /// What is said of an exception that was only used when it was gone.
    private let freed: SoughtText

    init(_ words: TerminationWords) {
        name = SoughtText(words[.thrownName])
        reason = SoughtText(words[.thrownReason])
        freed = SoughtText(words[.thrownFreed])
    }

    /// Names the exception, and tells what it said, where the last words do: what is known already stays.
    ///
    ///     *** Terminating app due to uncaught exception 'NAME', reason: 'REASON'
    func read(_ lines: [IncidentText], into exception: inout IncidentException) {
        guard exception.name == nil, let line = lines.first(where: { TextSearch.holds(name, $0.text) }),
            !lines.contains(where: { TextSearch.holds(freed, $0.text) })
        else { return }
        Array(line.text.utf8).withView { view in
            guard let found = name.find(in: view, from: 0, to: view.count) else { return }
            let open = found + name.count
            guard let close = view.firstIndex(of: 0x27, from: open, to: view.count) else { return }
            exception.name = IncidentValues.text(view.string(open, close))
            guard exception.reason == nil else { return }
            if let text = text(behind: reason, in: view, from: close) {
                exception.reason = text
            } else if let place = lines.firstIndex(of: line), place + 1 < lines.count {
                // Some break the line there.
                exception.reason = Array(lines[place + 1].text.utf8).withView { next in
                    reason.end(in: next, at: 0, to: next.count) == nil ? nil : text(behind: reason, in: next, from: 0)
                }
            }
        }
    }

    /// Whether the sentence ends inside of what the exception said.
    func isOpen(_ text: String) -> Bool {
        Array(text.utf8).withView { view in
            guard let found = name.find(in: view, from: 0, to: view.count),
                let mark = reason.find(in: view, from: found + name.count, to: view.count)
            else { return false }
            return mark + reason.count >= view.count || view[view.count - 1] != 0x27
        }
    }

    /// What stands behind a mark, up to the quote at the end.
    private func text(behind mark: SoughtText, in view: ByteView, from start: Int) -> String? {
        guard let found = mark.find(in: view, from: start, to: view.count) else { return nil }
        let start = found + mark.count
        let end = view[view.count - 1] == 0x27 ? view.count - 1 : view.count
        return IncidentValues.text(view.string(start, max(end, start)))
    }
}
