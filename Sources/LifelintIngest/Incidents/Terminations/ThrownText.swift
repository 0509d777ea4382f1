// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the sentence that Foundation leaves behind when nobody catches an exception.
enum ThrownText {
    private static let lead: StaticString = "*** Terminating app due to uncaught exception '"

    /// Names the exception, and tells what it said, where the last words do: what is known already stays.
    ///
    ///     *** Terminating app due to uncaught exception 'NAME', reason: 'REASON'
    static func read(_ lines: [IncidentText], into exception: inout IncidentException) {
        guard exception.name == nil, let line = lines.first(where: { TextSearch.holds(lead, $0.text) }) else { return }
        Array(line.text.utf8).withView { view in
            guard let found = ByteSearch.find(lead, in: view, from: 0, to: view.count) else { return }
            let open = found + lead.utf8CodeUnitCount
            guard let close = view.firstIndex(of: 0x27, from: open, to: view.count) else { return }
            exception.name = IncidentValues.text(view.string(open, close))
            guard exception.reason == nil,
                let mark = ByteSearch.find("reason: '", in: view, from: close, to: view.count)
            else { return }
            let end = view[view.count - 1] == 0x27 ? view.count - 1 : view.count
            exception.reason = IncidentValues.text(view.string(mark + 9, max(end, mark + 9)))
        }
    }
}
