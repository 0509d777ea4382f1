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
    /// What runs did is told, for rules: off, since it costs time and memory that only rules are worth.
    public var tellsStretches = false
    /// What namespaces and codes mean; made when the first termination is looked up, since most short logs tell of
    /// none.
    private var deferredMeanings: Deferred<CompiledTerminations>
    /// What reads the texts of ends; made for the first watchdog or quotation.
    private var deferredExitText: Deferred<ExitText>
    /// What is said of the state of processes; read for the first report or line that does.
    let stateWords: Deferred<ProcessStateWords>
    /// The spans, indexed.
    private(set) var spans: CompiledSpans
    /// What roles scenes have.
    let sceneRoles: SceneRoleWords
    /// How names of processes are made.
    let nameWords: NameWords
    /// Bundle ids of the app in which users change what others may do.
    let settingsApps: Set<String>

    var meanings: CompiledTerminations { deferredMeanings.value }
    var exitText: ExitText { deferredExitText.value }

    /// Settings with that vocabulary.
    public init(vocabulary: Vocabulary, apps: [Glob] = [], isSession: Bool = false) {
        deferredMeanings = Deferred(later: { CompiledTerminations(vocabulary.terminations) })
        deferredExitText = Deferred(later: { ExitText(vocabulary.terminationWords) })
        stateWords = Deferred(later: { vocabulary.processStates })
        spans = CompiledSpans(vocabulary.spans)
        sceneRoles = vocabulary.sceneRoles
        nameWords = NameWords(vocabulary.processes)
        settingsApps = vocabulary.processes.settingsApps
        self.apps = apps
        self.isSession = isSession
    }

    /// The same with memory of its own: threads that count references to one thing wait for each other.
    func separate() -> TimelineSettings {
        var settings = self
        let (meanings, exitText) = (deferredMeanings, deferredExitText)
        settings.deferredMeanings = Deferred(later: { CompiledTerminations(meanings.value.table) })
        settings.deferredExitText = Deferred(later: { ExitText(exitText.value.words) })
        settings.spans = CompiledSpans(spans.declarations)
        return settings
    }
}
