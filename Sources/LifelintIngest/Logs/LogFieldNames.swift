// SPDX-License-Identifier: MIT

import LifelintModel

/// The fields that readers of logs give events themselves, looked up once and not for every line.
struct LogFieldNames: Sendable {
    /// One of them.
    struct Name: Sendable {
        let bytes: [UInt8]
        let meaning: KeyMeaning
        /// Whether an event keeps the name with the value: what its meaning says already is not kept.
        let isKept: Bool

        init(_ name: String, _ words: CompiledVocabulary) {
            bytes = Array(name.utf8)
            meaning = words.targetMeaning(name)
            isKept = meaning.isCustom && meaning.field == .attribute
        }
    }

    let app, process, pid, host, proven, sourceLine: Name
    /// The words for kinds of processes, by their numbers; nil where there is none.
    let hosts: [[UInt8]?]
    /// What a pattern says that nobody has seen in a log yet.
    static let no = Array("false".utf8)

    init(_ words: CompiledVocabulary) {
        app = Name("app", words)
        process = Name("process", words)
        pid = Name("pid", words)
        host = Name("host", words)
        proven = Name("proven", words)
        sourceLine = Name("sourceLine", words)
        hosts = ProcessHost.allCases.map { host in host.name.map { Array($0.utf8) } }
    }
}
