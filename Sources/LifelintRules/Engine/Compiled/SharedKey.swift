// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Which fields the spans that a rule asks for beside what it judges have to share with that: what it looks at one by
/// one is not to be blamed for what another was in.
///
/// Only what a rule writes counts: that a length or an overlap looks at its own span one by one asks nothing of other
/// spans.
struct SharedKey {
    /// How an instance of a span stands to a key.
    enum Agreement {
        /// It is another's.
        case none
        /// It is one's, and nobody says whose the key is.
        case untold
        /// It is the key's, or everybody's.
        case full
    }

    private struct Row {
        /// Of the field among those of the key.
        let place: Int
        let field: String
        /// The kind of spans of which it is the own key, or what the names of such kinds begin with.
        let noun: String?
        /// Kinds of which it tells something else: a background task and a scheduled one have a `task` each.
        let strangers: Set<String>
    }

    private let rows: [Row]
    /// Kinds of instances that are the whole app's, whichever event told them.
    private let wholes: Set<String>

    let isEmpty: Bool

    init(_ branch: RuleBranch, _ keys: KeyFields, _ traits: SpanTraits) {
        var rows: [Row] = []
        for (place, field) in keys.fields.enumerated() {
            let isWritten = branch.same.contains(field)
            let noun = place == 0 ? keys.noun : nil
            if noun != nil, !branch.isForEachWritten, !isWritten { continue }
            var strangers: [String] = []
            if noun != nil, branch.forEach != .scene, !isWritten {
                strangers = traits.keys.filter { $0.key != noun && $0.value == field }.map(\.key)
            }
            rows.append(Row(place: place, field: field, noun: noun, strangers: Set(strangers)))
        }
        self.rows = rows
        wholes = SharedKey.ofTheApp.union(traits.unions)
        isEmpty = rows.isEmpty
    }

    /// States of the app: a callback of one scene may tell them.
    private static let ofTheApp = Set(AppState.allCases.map(\.rawValue) + ["foreground", "running", "launch"])

    /// How an instance of a span stands to a key.
    func agreement(of span: SpanInstance, with key: ObligationKey) -> Agreement {
        if isEmpty || wholes.contains(span.kind) { return .full }
        var isUntold = false
        for row in rows where row.place < key.values.count && !row.strangers.contains(span.kind) {
            guard let its = span.keyText(of: row.field, noun: row.noun) else { continue }
            guard let mine = key.values[row.place] else {
                isUntold = true
                continue
            }
            if mine != its { return .none }
        }
        return isUntold ? .untold : .full
    }
}

extension SpanInstance {
    /// The value of a field of a key.
    ///
    /// - Parameter noun: the kind of spans whose own key the field is; nil if it is none's.
    func keyText(of field: String, noun: String?) -> String? {
        if !key.isEmpty, let noun, noun == kind || noun.hasSuffix(".") && kind.hasPrefix(noun) { return key }
        if case .string(let text)? = attributes[field] { return text }
        return beginEvent?.keyText(of: field)
    }
}
