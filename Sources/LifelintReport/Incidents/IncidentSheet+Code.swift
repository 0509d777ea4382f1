// SPDX-License-Identifier: MIT

import LifelintModel

extension IncidentSheet {
    /// The calls of the thread at fault and of the main one, where the last exception was thrown, and the images in
    /// which all of that is.
    mutating func writeCode(of report: IncidentReport) {
        var named: Set<Int> = []
        let shown = IncidentSheet.threadsToShow(of: report)
        for index in shown {
            let thread = report.threads[index]
            let isAtFault = index == report.triggeredThread || thread.isTriggered
            let part = isAtFault ? "at fault" : thread.isMain ? "main" : "first"
            row(
                report.isOfSamples ? "sampled" : thread.isNumbered ? "thread \(thread.number)" : "thread",
                [
                    report.isOfSamples ? nil : part, thread.name, thread.queue.map { "queue \($0)" },
                    Phrasing.count(thread.frames.count, "call"),
                ])
            write(thread.frames, naming: &named)
        }
        let others = report.threads.count - shown.count
        if others > 0 { row("threads", Phrasing.count(others, "more thread")) }
        if !report.lastExceptionBacktrace.isEmpty {
            row("thrown in", Phrasing.count(report.lastExceptionBacktrace.count, "call"))
            write(report.lastExceptionBacktrace, naming: &named)
        }
        write(report.images, naming: named)
    }

    /// The thread at fault, the main one where a watchdog spoke or nobody is at fault.
    private static func threadsToShow(of report: IncidentReport) -> [Int] {
        let atFault =
            report.triggeredThread.flatMap { report.threads.indices.contains($0) ? $0 : nil }
            ?? report.threads.firstIndex(where: \.isTriggered)
        let main = report.threads.firstIndex(where: \.isMain)
        var shown = [atFault].compactMap(\.self)
        if let main, atFault == nil || report.termination?.watchdog != nil, main != atFault { shown.append(main) }
        if shown.isEmpty, !report.threads.isEmpty { shown.append(0) }
        return shown
    }

    private mutating func write(_ frames: [IncidentFrame], naming named: inout Set<Int>) {
        for (number, frame) in frames.prefix(limit).enumerated() {
            if let image = frame.imageIndex { named.insert(image) }
            let place = frame.file.map { file in " at \(file)" + (frame.line.map { ":\($0)" } ?? "") } ?? ""
            let symbol: String =
                if let symbol = frame.symbol {
                    symbol + (frame.symbolOffset.map { " + \($0)" } ?? "") + place
                } else if let offset = frame.imageOffset {
                    "+ 0x" + String(offset, radix: 16)
                } else {
                    frame.address.map { "0x" + String($0, radix: 16) } ?? "?"
                }
            let samples = frame.samples.map { "\(Phrasing.count($0, "sample"))  " } ?? ""
            item(
                "\(IncidentSheet.padded("\(number)", to: 4))\(samples)"
                    + "\(IncidentSheet.padded(frame.image ?? "?", to: 24)) \(symbol)")
        }
        more(frames.count, "call", indent: 6)
    }

    /// The images that the shown calls are in; where none is named, the app's own.
    private mutating func write(_ images: [IncidentImage], naming named: Set<Int>) {
        guard !images.isEmpty else { return }
        let shown = images.indices.filter { named.isEmpty ? images[$0].isOfApp : named.contains($0) }
        let which = named.isEmpty ? "the app's own:" : "those of the calls above:"
        row("images", "\(images.count)" + (shown.isEmpty ? "" : ", " + which))
        for image in shown.prefix(limit).map({ images[$0] }) {
            item(
                [
                    IncidentSheet.padded(image.name ?? "?", to: 24), image.architecture, image.uuid,
                    image.base.map { "0x" + String($0, radix: 16) }, image.path,
                ].compactMap(\.self).joined(separator: " "))
        }
        more(shown.count, "image", indent: 6)
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - TerminalText.width(text), 0))
    }
}

extension IncidentReport {
    /// Whether its calls were sampled over a time: no thread was at fault, and numbers of threads are its reader's own.
    fileprivate var isOfSamples: Bool {
        switch kind {
        case .crash, .fault: false
        default: true
        }
    }
}
