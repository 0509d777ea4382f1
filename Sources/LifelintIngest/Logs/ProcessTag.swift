// SPDX-License-Identifier: MIT

import LifelintModel

/// A process as the system's own lines name it, in any of the spellings since iOS 6.
///
/// `[app<com.acme.notes((null))>:4711]`, `[application<com.acme.notes>:4711]`, `[osservice<com.apple.SpringBoard>:34]`,
/// `[xpcservice<com.acme.notes.Share([app<com.acme.notes>:4711])>{…}:4712(:4712)]`, `[Notes:4711]`,
/// `<FBApplicationProcess: 0x…; Notes (com.acme.notes); pid: 4711>`.
struct ProcessTag: Sendable {
    /// The bundle id; empty where only a name is written.
    private(set) var app = 0..<0
    /// The name; empty where a bundle id is written.
    private(set) var process = 0..<0
    /// The process id; nil where none is written, and −1 where the process never was.
    private(set) var pid: Int32?
    private(set) var host = ProcessHost.missing
    /// Its job is called as only macOS calls those of apps.
    private(set) var isOnMac = false
    /// Where it ends.
    private(set) var end: Int

    /// The tag that begins there; nil if none does.
    init?(_ view: ByteView, _ start: Int, _ limit: Int) {
        end = start
        guard start < limit else { return nil }
        let isBracketed = view[start] == 0x5B
        let first = isBracketed ? start + 1 : start
        if let open = ProcessTag.kindEnd(view, first, limit) {
            guard readIdentity(view, first, open, limit) else { return nil }
        } else if isBracketed {
            guard readName(view, first, limit) else { return nil }
            return
        } else {
            guard view[start] == 0x3C, readObject(view, start, limit) else { return nil }
            return
        }
        guard isBracketed else { return }
        guard end < limit, view[end] == 0x5D else { return nil }
        end += 1
    }

    /// Where the `<` of `app<` stands; the words before it are letters.
    private static func kindEnd(_ view: ByteView, _ start: Int, _ limit: Int) -> Int? {
        var position = start
        while position < limit, view[position].isLetter { position += 1 }
        return position > start && position < limit && view[position] == 0x3C ? position : nil
    }

    /// `app<com.acme.notes((null))>{…}:4711(:4711)` from its kind on.
    private mutating func readIdentity(_ view: ByteView, _ start: Int, _ open: Int, _ limit: Int) -> Bool {
        let isApp = view.matches("app", from: start, to: open) || view.matches("application", from: start, to: open)
        if isApp {
            host = .app
        } else if view.matches("xpcservice", from: start, to: open) {
            host = .extension
        } else {
            host = .system
        }
        guard let close = ProcessTag.angleEnd(view, open, limit) else { return false }
        var stop = open + 1
        while stop < close, view[stop] != 0x28 { stop += 1 }
        let isWithheld = ProcessTag.isWithheld(view, (open + 1)..<stop)
        if !isWithheld {
            app = ProcessTag.bundle(view, open + 1, stop)
            // With the numbers of the job that were taken off, and the user's.
            isOnMac = isApp && app.upperBound < stop && view[stop + 1].isDigit
            guard !app.isEmpty else { return false }
        }
        end = close + 1
        skipGroups(view, limit)
        // What stands behind a colon and white space is said of the process, not its number.
        guard end < limit, view[end] == 0x3A, view[end + 1] > 0x20 else { return !isWithheld }
        return readPID(view, end + 1, limit)
    }

    /// Whether the system wrote `<private>` or `<mask.hash: …>` instead of a name: then its process id alone tells it.
    private static func isWithheld(_ view: ByteView, _ range: Range<Int>) -> Bool {
        PatternMatcher.withheld(view, range.lowerBound, range.upperBound) == range.upperBound
    }

    /// The bundle id without what macOS puts around it: `application.com.acme.notes.12345.67890`.
    ///
    /// Where the word in front is missing, numbers are the bundle id's own.
    private static func bundle(_ view: ByteView, _ start: Int, _ end: Int) -> Range<Int> {
        guard view.starts("application.", at: start, to: end) else { return start..<end }
        let first = start + 12
        var last = end
        for _ in 0..<2 {
            var digit = last
            while digit > first, view[digit - 1].isDigit { digit -= 1 }
            guard digit < last, digit > first, view[digit - 1] == 0x2E else { return first..<end }
            last = digit - 1
        }
        return first..<last
    }

    /// The `>` that closes the `<` there; tags stand inside of tags.
    private static func angleEnd(_ view: ByteView, _ open: Int, _ limit: Int) -> Int? {
        var depth = 0
        for position in open..<min(limit, open + 1_024) {
            switch view[position] {
            case 0x3C: depth += 1
            case 0x3E:
                depth -= 1
                if depth == 0 { return position }
            case 0x0A: return nil
            default: break
            }
        }
        return nil
    }

    /// `{vt hash: 1}` and `[uuid:…]` between the identity and the process id.
    private mutating func skipGroups(_ view: ByteView, _ limit: Int) {
        while end < limit, view[end] == 0x7B || view[end] == 0x5B {
            let closing: UInt8 = view[end] == 0x7B ? 0x7D : 0x5D
            guard let close = view.firstIndex(of: closing, from: end, to: limit) else { return }
            end = close + 1
        }
    }

    /// `4711`, `-1`, `<invalid>`, each with `(:4711)` behind it or not.
    private mutating func readPID(_ view: ByteView, _ start: Int, _ limit: Int) -> Bool {
        if view.starts("<invalid>", at: start, to: limit) {
            pid = -1
            end = start + 9
            return true
        }
        guard let stop = CapturedNumber.end(.int, view, start, limit),
            let number = Int32(view.string(start, stop))
        else { return false }
        pid = number
        end = stop
        // The process id once more, or its version: `(:4711)`, `(v12)`, `:4711`.
        if view[end] == 0x28, view[end + 1] == 0x3A || view[end + 1] == 0x76,
            let close = view.firstIndex(of: 0x29, from: end, to: min(limit, end + 16))
        {
            end = close + 1
        } else if view[end] == 0x3A, let again = CapturedNumber.end(.int, view, end + 1, limit) {
            end = again
        }
        return true
    }

    /// `Notes:4711]`.
    private mutating func readName(_ view: ByteView, _ start: Int, _ limit: Int) -> Bool {
        var stop = start
        let last = min(limit, start + 128)
        while stop < last, view[stop] != 0x5D, view[stop] != 0x3C, view[stop] != 0x0A { stop += 1 }
        guard stop < last, view[stop] == 0x5D else { return false }
        var colon = stop
        while colon > start, view[colon - 1].isDigit || view[colon - 1] == 0x2D { colon -= 1 }
        guard colon < stop, colon > start + 1, view[colon - 1] == 0x3A, let number = Int32(view.string(colon, stop))
        else { return false }
        process = start..<(colon - 1)
        pid = number
        end = stop + 1
        return true
    }

    /// `<FBApplicationProcess: 0x1; Notes (com.acme.notes); pid: 4711>`, `<BKProcess: 0x1; Notes; com.acme.notes; pid:
    /// 4711; …>`.
    ///
    /// Of two words the first is the name, which may have a dot, as `Notes.iOS` has; one alone is what it looks like.
    private mutating func readObject(_ view: ByteView, _ start: Int, _ limit: Int) -> Bool {
        guard let close = ProcessTag.angleEnd(view, start, limit),
            let colon = view.firstIndex(of: 0x3A, from: start, to: close),
            view.starts("Process", at: colon - 7, to: colon)
        else { return false }
        end = close + 1
        host = .app
        var position = colon + 1
        while position < close {
            let stop = view.firstIndex(of: 0x3B, from: position, to: close) ?? close
            let first = view.skipWhiteSpace(from: position, to: stop)
            if view.starts("pid: ", at: first, to: stop) {
                guard let last = CapturedNumber.end(.int, view, first + 5, stop) else { return false }
                pid = Int32(view.string(first + 5, last))
            } else if view.matches("agency: Extension", from: first, to: stop) {
                host = .extension
            } else if view[stop - 1] == 0x29, let open = view.firstIndex(of: 0x28, from: first, to: stop) {
                process = first..<max(first, open - 1)
                app = (open + 1)..<(stop - 1)
            } else if !view.starts("0x", at: first, to: stop), ProcessTag.isName(view, first, stop) {
                if process.isEmpty {
                    process = first..<stop
                } else if app.isEmpty {
                    app = first..<stop
                }
            }
            position = stop + 1
        }
        if app.isEmpty, view.firstIndex(of: 0x2E, from: process.lowerBound, to: process.upperBound) != nil {
            (app, process) = (process, 0..<0)
        }
        let isNamed = !(app.isEmpty && process.isEmpty)
        if !app.isEmpty, ProcessTag.isWithheld(view, app) { app = 0..<0 }
        if !process.isEmpty, ProcessTag.isWithheld(view, process) { process = 0..<0 }
        return pid != nil && isNamed
    }

    private static func isName(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        start < end && view.firstIndex(of: 0x3A, from: start, to: end) == nil
    }
}
