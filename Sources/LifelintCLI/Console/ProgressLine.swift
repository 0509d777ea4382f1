// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// The line that shows how far an analysis is: drawn over itself, at most ten times a second.
final class ProgressLine {
    private let console: Console
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var isDrawn = false
    private static let interval = Duration.milliseconds(100)
    /// What is done sooner needs no progress.
    private static let patience = Duration.milliseconds(300)

    init(console: Console) {
        self.console = console
        start = clock.now
        next = start + Self.patience
    }

    /// Shows it if it is time to.
    func update(_ progress: AnalysisProgress) {
        let now = clock.now
        guard now >= next else { return }
        next = now + Self.interval
        isDrawn = true
        let columns = max(20, (console.surroundings.width ?? 80) - 1)
        let text = Self.text(progress, elapsed: start.duration(to: now)).prefix(columns)
        console.draw("\r\(text)\u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isDrawn { console.draw("\r\u{1B}[K") }
        isDrawn = false
    }

    /// `412 MB of 1024 MB, 3 of 12 files, 890 MB/s, 1 s left`.
    static func text(_ progress: AnalysisProgress, elapsed: Duration) -> String {
        let read = max(0, progress.bytesRead)
        var parts = [Wording.bytes(read)]
        if let total = progress.bytesTotal { parts[0] += " of \(Wording.bytes(max(total, read)))" }
        if progress.filesTotal > 1 { parts.append("\(progress.filesDone) of \(progress.filesTotal) files") }
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = seconds > 0 ? Double(read) / seconds : 0
        if rate > 0 {
            parts.append("\(Wording.bytes(Int64(min(rate, 1e15))))/s")
            if let total = progress.bytesTotal, total > read {
                let left = min(Double(total - read) / rate, 1e6)
                parts.append("\(Wording.duration(Int64(left.rounded(.up)) * 1_000_000_000)) left")
            }
        }
        return parts.joined(separator: ", ")
    }
}
