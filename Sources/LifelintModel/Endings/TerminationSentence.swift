// SPDX-License-Identifier: MIT

/// The sentence in what RunningBoard writes around it when it describes a kill.
public enum TerminationSentence {
    /// An explanation for people to read: of RunningBoard's description the sentence in it, else all of it.
    public static func of(_ text: String) -> String {
        // Few texts have any bracket, and looking for one is quick.
        guard text.utf8.contains(UInt8(ascii: "<")), let context = text.firstRange(of: "<RBSTerminateContext"),
            let start = text[context.upperBound...].firstRange(of: "explanation:")
        else { return text }
        let rest = text[start.upperBound...].prefix { !$0.isNewline && $0 != "|" }
        let sentence = rest.firstRange(of: " reportType:").map { rest[..<$0.lowerBound] } ?? rest
        return sentence.isEmpty ? text : String(sentence)
    }
}
