// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the stack that a process prints of an exception that nobody caught: `0 Notes 0x0000000104360000 save + 44`, a
/// line for each call.
///
/// Paths are not printed, so only an image that is called like the process is known to be the app's; another may be a
/// framework of the app.
enum PrintedCalls {
    /// No further from each other do the images of an app lie: those of the system do together, beyond all of them.
    private static let appSpan: UInt64 = 1 << 30

    /// The first call of the app itself, as people read it; nil where none is told, or where one above may be the
    /// app's, too.
    static func firstOwn(
        in text: ByteView, _ range: Range<Int>, process: String, _ telling: TellingCalls, _ phrases: PhraseTexts
    ) -> String? {
        var report = IncidentReport(
            kind: .crash, format: "", place: IncidentPlace(offset: 0, length: 0, line: 0, column: 0))
        report.process.name = process
        report.lastExceptionBacktrace = calls(in: text, range)
        func isNamed(_ call: IncidentFrame) -> Bool {
            call.image.map { telling.beginnings.isNamed($0, after: report.process) } ?? false
        }
        for index in report.lastExceptionBacktrace.indices {
            let call = report.lastExceptionBacktrace[index]
            // The image alone is no place in it.
            let isPlaced = call.symbol != nil || call.imageOffset != nil
            report.lastExceptionBacktrace[index].isOfApp = isPlaced && isNamed(call)
            telling.disown(&report.lastExceptionBacktrace[index])
        }
        let stack = report.lastExceptionBacktrace
        guard let first = stack.firstIndex(where: { $0.isOfApp == true }),
            !stack[..<first].contains(where: { !isNamed($0) && mayBeOfApp($0, beside: stack[first], phrases) })
        else { return nil }
        for place in telling.beginnings.places(in: stack, { $0.isOfApp == true }) {
            report.lastExceptionBacktrace[place].isBeginning = true
        }
        return report.mark(Demangler.demangle, namespace: { $0 })?.call
    }

    /// Whether a call may be in a framework of the app, which has a call of its own there: its image is none of the
    /// system, and does not lie where those do.
    private static func mayBeOfApp(_ call: IncidentFrame, beside own: IncidentFrame, _ phrases: PhraseTexts) -> Bool {
        guard let image = call.image, !phrases.isOne(image, of: .stackSystem) else { return false }
        guard let address = call.address, let place = own.address else { return true }
        return max(address, place) - min(address, place) < appSpan
    }

    private static func calls(in text: ByteView, _ range: Range<Int>) -> [IncidentFrame] {
        var calls: [IncidentFrame] = []
        var start = range.lowerBound
        while start < range.upperBound, calls.count < IngestLimits.framesPerThread {
            let feed = text.firstIndex(of: 0x0A, from: start, to: range.upperBound) ?? range.upperBound
            var (from, end) = (start, feed)
            while from < end, IncidentValues.isBlank(text[from]) { from += 1 }
            while end > from, IncidentValues.isBlank(text[end - 1]) { end -= 1 }
            if let call = CrashTextValues.frame(text, from, end) { calls.append(call) }
            start = feed + 1
        }
        return calls
    }
}
