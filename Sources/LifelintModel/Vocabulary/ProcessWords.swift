// SPDX-License-Identifier: MIT

/// Which processes are the system's own, not apps: told by where their program lies, or else by name.
public struct ProcessWords: Sendable {
    /// Names of daemons.
    public var daemons: Set<String> = []
    /// Names of home screens that apps have, too.
    public var homes: Set<String> = []
    /// Which witness processes of the system are; the others are ``WitnessClass/system``.
    public var witnesses: [String: WitnessClass] = [:]
    /// How subsystems begin in which a framework speaks in the process of an app, and which witness that is.
    public var subsystems: [(beginning: String, witness: WitnessClass)] = []
    /// Libraries of the system's that no process is called like, and which witness speaks in them.
    public var libraries: [String: WitnessClass] = [:]
    /// Who starts processes that a debugger holds.
    public var debuggerParents: Set<String> = []
    /// Who starts processes in a simulator.
    public var simulatorParents: Set<String> = []
    /// How the names of their coalitions begin.
    public var simulatorCoalitions: [String] = []
    /// Bundle ids of the app in which users change what others may do.
    public var settingsApps: Set<String> = []
    /// Beginnings of the bundle ids of services that the system runs for apps.
    public var services: [String] = []
    /// Parts of paths under which the system's own programs lie.
    public var systemPaths: [String] = []
    /// Parts of paths under which apps lie; they count before ``systemPaths``.
    public var appPaths: [String] = []

    /// What the templates of frameworks call the process of every app, in lower case.
    public var templates: Set<String> = []
    /// Parts of bundle ids that say nothing of the app, in lower case.
    public var commonParts: Set<String> = []
    /// What names of processes have behind the app's, and no extension has there; in lower case.
    public var nameEndings: Set<String> = []
    /// What names have in front of the app's that is no other one's, in lower case.
    public var nameArticles: Set<String> = []
    /// What names of several words have behind the app's where they are those of other processes of it, in lower case.
    public var otherWords: Set<String> = []
    /// What names of extensions end with.
    public var extensionEndings: [String] = []
    /// What stands in place of names that nobody is to see, in lower case.
    public var masks: Set<String> = [] { didSet { longestMask = masks.map(\.utf8.count).max() ?? 0 } }
    private var longestMask = 0
    /// What the names of extensions end with that hold all code of an app on a watch.
    public var watchNames: [String] = []
    /// What their bundle ids end with.
    public var watchBundles: [String] = []
    /// What their bundle ids end with that are no others' on a watch, and may be on a phone.
    public var watchExtensions: [String] = []

    /// Nothing known.
    public init() {}

    /// Whether a process is one of a simulator, by who started it or by its coalition.
    package func isOfSimulator(parent: String?, coalition: String?) -> Bool {
        parent.map(simulatorParents.contains) == true
            || coalition.map { coalition in simulatorCoalitions.contains { coalition.hasPrefix($0) } } == true
    }

    /// Whether a text stands in place of a bundle id that nobody is to see: a word for that, or signs alone.
    package func isMask(_ bundle: String) -> Bool {
        // As nearly all bundle ids are: longer than any of the words.
        if bundle.utf8.count(where: { ($0 | 0x20) &- 0x61 < 26 }) > longestMask { return false }
        let letters = bundle.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty || masks.contains(letters.lowercased())
    }

    /// Whether an extension is the app on a watch, by its bundle id or by where its program lies.
    package func isOfWatch(bundle: String?, path: String?, isOnWatch: Bool = false) -> Bool {
        if let bundle, watchBundles.contains(where: { bundle.hasSuffix($0) }) { return true }
        if isOnWatch, let bundle, watchExtensions.contains(where: { bundle.hasSuffix($0) }) { return true }
        guard let path else { return false }
        return watchNames.contains { path[...].firstRange(ofASCII: Array("\($0).appex/".utf8)) != nil }
    }
}
