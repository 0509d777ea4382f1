// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text of a termination states beside its cause.
enum ExitText {
    /// The time that a watchdog allowed, in nanoseconds: "time allowance of 19.97 seconds", "gracefully after 5.0s".
    static func allowance(_ text: String) -> Int64? {
        for lead in ["allowance of ", "gracefully after "] {
            guard let range = text.firstRange(of: lead) else { continue }
            let digits = text[range.upperBound...].prefix { $0.isNumber || $0 == "." }
            if let seconds = Double(digits), seconds > 0, seconds < 1_000_000 {
                return Int64((seconds * 1_000_000_000).rounded())
            }
        }
        return nil
    }

    /// Where the app was going when the watchdog of a scene update ended it: by the visibility that the text names.
    static func direction(_ text: String) -> String? {
        let lowered = text.lowercased()
        if lowered.contains("resume in time") || lowered.contains("visibility: foreground") { return "foreground" }
        if lowered.contains("suspend in time") || lowered.contains("visibility: background") { return "background" }
        return nil
    }
}
