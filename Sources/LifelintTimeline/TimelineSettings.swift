// SPDX-License-Identifier: MIT

public import LifelintModel

/// What the timeline needs to know beside the events.
public struct TimelineSettings: Sendable {
    /// Bundle ids whose runs are wanted; empty means all.
    public var apps: [Glob]
    /// In a pushed session nothing is read ahead: witnesses that come late make runs of their own.
    public var isSession: Bool
    /// Reports are read, too: one may tell of an end some seconds after that, when the app was launched again.
    public var awaitsReports = true
    /// Reports of SDKs are read that tell at the next launch what they conclude about the run before.
    package var awaitsConclusions = false
    /// Ends and hangs, and what was used too much, of which reports tell the process and no more of the time than a
    /// window: by app and process id, when they are told.
    package var windowedReports: [String: [Int32: [Int64]]] = [:]
    /// Of processes whose lines name nothing else, the apps that have them, as a pass over the same inputs told: by
    /// name.
    package var appsOfNames: [String: String] = [:]
    /// Extensions and widgets that reports tell to be some, by bundle id: other reports of them do not say so.
    package var extensions: [String: ProcessHost] = [:]
    /// What runs did is told, for rules: off, since it costs time and memory that only rules are worth.
    public var tellsStretches = false
    /// What the vocabulary says.
    private var words: Words

    var meanings: CompiledTerminations { words.meanings.value }
    var exitText: ExitText { words.exitText.value }
    /// What is said of the state of processes; read for the first report or line that does.
    var stateWords: Deferred<ProcessStateWords> { words.states }
    /// The spans, indexed.
    var spans: CompiledSpans { words.spans }
    /// What roles scenes have.
    var sceneRoles: SceneRoleWords { words.sceneRoles }
    /// How names of processes are made.
    var nameWords: NameWords { words.names }
    /// Bundle ids of the app in which users change what others may do.
    var settingsApps: Set<String> { words.settingsApps }

    /// What the vocabulary says of the timeline.
    ///
    /// Why a class: every run has the settings, and all this is big to copy.
    private final class Words: Sendable {
        /// What namespaces and codes mean; made when the first termination is looked up, since most short logs tell of
        /// none.
        let meanings: Deferred<CompiledTerminations>
        /// What reads the texts of ends; made for the first watchdog or quotation.
        let exitText: Deferred<ExitText>
        let states: Deferred<ProcessStateWords>
        let spans: CompiledSpans
        let sceneRoles: SceneRoleWords
        let names: NameWords
        let settingsApps: Set<String>

        init(_ vocabulary: Vocabulary) {
            meanings = Deferred(later: { CompiledTerminations(vocabulary.terminations) })
            exitText = Deferred(later: { ExitText(vocabulary.terminationWords) })
            states = Deferred(later: { vocabulary.processStates })
            spans = CompiledSpans(vocabulary.spans)
            sceneRoles = vocabulary.sceneRoles
            names = NameWords(vocabulary.processes)
            settingsApps = vocabulary.processes.settingsApps
        }

        /// The same with memory of its own.
        init(separateFrom other: Words) {
            meanings = Deferred(later: { CompiledTerminations(other.meanings.value.table) })
            exitText = Deferred(later: { ExitText(other.exitText.value.words) })
            states = other.states
            spans = CompiledSpans(other.spans.declarations)
            sceneRoles = other.sceneRoles
            names = other.names
            settingsApps = other.settingsApps
        }
    }

    /// Settings with that vocabulary.
    public init(vocabulary: Vocabulary, apps: [Glob] = [], isSession: Bool = false) {
        words = Words(vocabulary)
        self.apps = apps
        self.isSession = isSession
    }

    /// The same with memory of its own: threads that count references to one thing wait for each other.
    func separate() -> TimelineSettings {
        var settings = self
        settings.words = Words(separateFrom: words)
        return settings
    }
}
