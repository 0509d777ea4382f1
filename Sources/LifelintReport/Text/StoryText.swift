// SPDX-License-Identifier: MIT

import LifelintModel

/// The story of a run as reports for people print it.
///
/// A report has more room than a story: it lists the candidates with their titles below, so the sentence about them is
/// left out. Times keep milliseconds at most, an allowance its hundredths, and codes that nobody knows by heart become
/// words.
struct StoryText {
    /// The run.
    let run: AppRun

    /// The story; empty where the run has none.
    var text: String {
        var story = StoryText.shortened(run.story)
        if !run.ending.candidates.isEmpty { story = StoryText.withoutCandidates(story) }
        if let allowance = run.ending.detail[.allowance] {
            story.replace(allowance.text + " were allowed", with: Phrasing.allowance(allowance) + " were allowed")
        }
        return withWords(story)
    }

    private func withWords(_ story: String) -> String {
        let ending = run.ending
        var story = story
        if case .integer(let number)? = ending.detail[.signal], let name = SignalNames.name(Int(clamping: number)) {
            story.replace(" by signal \(number);", with: " by \(name);")
            story.replace(" (signal \(number)", with: " (\(name)")
        }
        guard case .integer(let code)? = ending.detail[.code],
            let word = EndingDetailText(ending: ending).codeWord
        else { return story }
        let opening = ending.page.phrase + " ("
        let number = Wording.code(UInt64(bitPattern: code))
        for end in [")", ","] { story.replace(opening + number + end, with: opening + word + end) }
        return story
    }

    private static func withoutCandidates(_ story: String) -> String {
        guard let start = story.ranges(of: " It could be: ").last?.lowerBound else { return story }
        let end = story[start...].ranges(of: ").").first?.upperBound ?? story.endIndex
        return String(story[..<start] + story[end...])
    }

    /// The text with its clock times cut to three fractional digits.
    static func shortened(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        // Digits after the dot of a clock time; nil outside of one.
        var fraction: Int?
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            if let digits = fraction {
                fraction = isDigit ? digits + 1 : nil
                if isDigit, digits >= 3 { continue }
            } else if byte == 0x2E, endsWithClock(output) {
                fraction = 0
            }
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether the last eight bytes are a time such as `10:00:05`.
    private static func endsWithClock(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 8 else { return false }
        return zip(bytes.suffix(8), "00:00:00".utf8).allSatisfy { byte, sign in
            sign == 0x3A ? byte == sign : (0x30...0x39).contains(byte)
        }
    }
}
