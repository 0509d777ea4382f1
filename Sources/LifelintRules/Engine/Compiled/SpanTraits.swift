// SPDX-License-Identifier: MIT

import LifelintModel

/// What the declarations of spans say of their instances, beside what opens and closes them.
struct SpanTraits {
    /// Open while any of several others is.
    let unions: Set<String>
    /// By name, the field that tells instances apart.
    let keys: [String: String]

    /// The process is not suspended while one is open.
    let keepers: Set<String>
    /// At most one instance is open at a time.
    let single: Set<String>

    init(_ spans: [SpanDeclaration]) {
        unions = Set(spans.filter { !$0.union.isEmpty }.map(\.name))
        keepers = Set(spans.filter(\.keepsRunning).map(\.name))
        single = Set(spans.filter { $0.key == nil && $0.whileOpen != .nest && $0.union.isEmpty }.map(\.name))
        keys = Dictionary(
            spans.compactMap { span in span.key.map { (span.name, $0) } }, uniquingKeysWith: { first, _ in first })
    }
}
