// SPDX-License-Identifier: MIT

/// What reports and the kernel say of the state that a process was in, as `rules/vocabulary/process-states.yml` and
/// `jetsam-bands.yml` say it.
public struct ProcessStateWords: Sendable {
    /// What a word tells: the section of the file, and the key in it.
    public enum Key: String, CaseIterable, Sendable {
        case roleFront = "roles.front"
        case roleBehind = "roles.behind"
        case roleUnseen = "roles.unseen"

        case watchdogLaunch = "watchdog.launch"
        case watchdogSuspended = "watchdog.suspended"
        case watchdogFront = "watchdog.front"
        case watchdogBehind = "watchdog.behind"

        case jetsamFront = "jetsam.front"
        case jetsamOnceFront = "jetsam.onceFront"
        case jetsamSuspended = "jetsam.suspended"
        case jetsamBehind = "jetsam.behind"
        case jetsamAudible = "jetsam.audible"
        case jetsamAtWork = "jetsam.atWork"
        case jetsamIdle = "jetsam.idle"
        case jetsamDaemon = "jetsam.daemon"
    }

    /// The words by what they tell.
    public var words: [Key: Set<String>] = [:]
    /// What the kernel's bands of priorities tell.
    public var bands = JetsamBands()

    /// No words: no report says anything.
    public init() {}

    /// Whether a word tells that.
    package func tells(_ key: Key, _ word: String?) -> Bool {
        guard let word else { return false }
        return words[key]?.contains(word) ?? false
    }

    /// Whether one of the words does that stand beside a process.
    package func tells(_ key: Key, anyOf words: some Sequence<String>) -> Bool { words.contains { tells(key, $0) } }
}
