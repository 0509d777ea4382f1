// SPDX-License-Identifier: MIT

import LifelintModel

/// The words of a reason and of a context of RunningBoard, ready to be sought.
struct ContextWords: Sendable {
    /// In front of the name and the number in the first line of a reason.
    let reasonNamespace, reasonCode: SoughtText
    /// What tells a context, and what its fields stand behind.
    let name, fields: SoughtText
    /// Labels of its fields.
    let namespace, code, explanation: SoughtText

    init(_ words: TerminationWords) {
        reasonNamespace = SoughtText(words[.reasonNamespace])
        reasonCode = SoughtText(words[.reasonCode])
        name = SoughtText(words[.contextName])
        fields = SoughtText(words[.contextFields])
        namespace = SoughtText(words[.contextNamespace])
        code = SoughtText(words[.contextCode])
        explanation = SoughtText(words[.contextExplanation])
    }
}
