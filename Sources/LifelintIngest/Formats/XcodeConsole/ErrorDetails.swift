// SPDX-License-Identifier: MIT

import LifelintModel

/// The lines below an error of Xcode's that people copy with it: labels, and among what the error adds when it was made.
///
///     The app “Notes” quit unexpectedly.
///     Domain: IDEDebugSessionErrorDomain
///     Code: 4
///     Failure Reason: Message from debugger: Terminated due to memory issue
///     User Info: {
///         DVTErrorCreationDateKey = "2026-03-01 10:05:11 +0000";
///     }
enum ErrorDetails {
    private static let labels: [StaticString] = [
        "Domain: ", "Code: ", "Failure Reason: ", "Recovery Suggestion: ", "User Info: ",
    ]
    private static let date: StaticString = "DVTErrorCreationDateKey = \""
    /// More than all labels, and the few lines of what the error adds.
    private static let mostLines = 16

    /// Takes the time of the error that the line which ends at `end` is of: its headline, or one of its labels.
    static func readTime(
        _ view: ByteView, behind end: Int, into row: inout LogRow, _ instants: inout InstantParser
    ) {
        guard row.time == .missing, let written = date(view, behind: end),
            let instant = instants.dated(view, written.lowerBound, written.upperBound)
        else { return }
        row.time = .instant(instant)
    }

    /// The date, without its marks; nil where other lines than those of an error stand before it.
    private static func date(_ view: ByteView, behind end: Int) -> Range<Int>? {
        var start = end + 1
        for number in 0..<mostLines {
            guard start < view.count else { return nil }
            let stop = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
            if labels.contains(where: { view.starts($0, at: start, to: stop) }) {
                start = stop + 1
                continue
            }
            // Only below a label something is added.
            guard number > 0, view[start] == 0x20 || view[start] == 0x09 else { return nil }
            let key = view.skipWhiteSpace(from: start, to: stop)
            if view.starts(date, at: key, to: stop) {
                let value = key + date.utf8CodeUnitCount
                return view.firstIndex(of: 0x22, from: value, to: stop).map { value..<$0 }
            }
            start = stop + 1
        }
        return nil
    }
}
