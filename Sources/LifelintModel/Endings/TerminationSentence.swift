// SPDX-License-Identifier: MIT

/// The sentence in what RunningBoard writes around it when it describes a kill.
public enum TerminationSentence {
    /// An explanation for people to read: of RunningBoard's description the sentence in it, else all of it.
    public static func of(_ text: String) -> String {
        guard let context = text[...].firstRange(ofASCII: "<RBSTerminateContext"),
            let start = text[context.upperBound...].firstRange(ofASCII: "explanation:")
        else { return text }
        let rest = text[start.upperBound...].prefix { !$0.isNewline && $0 != "|" }
        let sentence = rest.firstRange(ofASCII: " reportType:").map { rest[..<$0.lowerBound] } ?? rest
        return sentence.isEmpty ? text : String(sentence)
    }
}
