// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text of a termination states beside its cause.
enum ExitText {
    /// The time that a watchdog allowed, in nanoseconds: "time allowance of 19.97 seconds", "gracefully after 5.0s".
    static func allowance(_ text: LoweredText) -> Int64? {
        for lead in ["allowance of ", "gracefully after "] {
            guard let seconds = text.number(after: lead), seconds > 0, seconds < 1_000_000 else { continue }
            return Int64((seconds * 1_000_000_000).rounded())
        }
        return nil
    }

    /// What an explanation tells behind some words: a path, a name or a time; nil if they are not there.
    static func quoted(_ quote: (detail: EndingDetail, behind: String), _ text: String) -> Value? {
        for found in text.ranges(of: quote.behind) {
            // It may stand in the line below.
            let rest = text[found.upperBound...].drop { $0.isWhitespace }.prefix { !$0.isNewline }
            let value: Value? =
                switch quote.detail {
                case .path: path(rest)
                case .allowance: seconds(rest)
                default: quote.behind.hasSuffix("\"") ? closed(rest) : name(rest)
                }
            if let value { return value }
        }
        return nil
    }

    private static func path(_ rest: Substring) -> Value? {
        let path = rest.firstRange(ofASCII: " reportType:").map { rest[..<$0.lowerBound] } ?? rest
        return path.hasPrefix("/") ? .string(String(path)) : nil
    }

    private static func seconds(_ rest: Substring) -> Value? {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let seconds = Double(digits), seconds > 0, seconds < 1_000_000 else { return nil }
        return .duration(Int64((seconds * 1_000_000_000).rounded()))
    }

    /// Up to the quote that closes it.
    private static func closed(_ rest: Substring) -> Value? {
        guard let end = rest.firstIndex(of: "\""), end > rest.startIndex else { return nil }
        return .string(String(rest[..<end]))
    }

    /// Up to the next label.
    private static func name(_ rest: Substring) -> Value? {
        let words = rest.split(separator: " ").prefix { !$0.hasSuffix(":") }
        return words.isEmpty ? nil : .string(words.joined(separator: " "))
    }

    /// How much of the processor the app, and all processes, had while the watchdog waited.
    static func measured(_ text: LoweredText) -> IncidentWatchdog {
        var watchdog = IncidentWatchdog()
        let app = "elapsed application cpu time (seconds): "
        guard let seconds = text.number(after: app), seconds < 1_000_000 else { return watchdog }
        watchdog.appProcessorTime = Int64((seconds * 1_000_000_000).rounded())
        watchdog.allowance = allowance(text)
        watchdog.measuresProcessorTime = text.contains("exhausted cpu time allowance")
        watchdog.totalProcessorShare =
            text.number(before: "% cpu", after: "elapsed total cpu time (seconds): ").map { $0 / 100 }
        return watchdog
    }

    /// Where the app was going when the watchdog of a scene update ended it: by the visibility that the text names.
    static func direction(_ text: LoweredText) -> String? {
        // The policy that was armed says where it was going; the process itself may still be where it was.
        if text.contains("watchdogvisibility: background") { return "background" }
        if text.contains("watchdogvisibility: foreground") { return "foreground" }
        if text.contains("resume in time") || text.contains("visibility: foreground") { return "foreground" }
        if text.contains("suspend in time") || text.contains("visibility: background") { return "background" }
        return nil
    }
}
