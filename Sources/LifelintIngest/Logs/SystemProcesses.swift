// SPDX-License-Identifier: MIT

/// Processes of the system's of which a log tells that by their tag or by where their program lies, by their ids: others
/// call them by names that may be anybody's.
struct SystemProcesses {
    /// More daemons than run at once; beyond them all are learned anew.
    private static let most = 1_024

    private var pids: Set<Int32> = []

    /// Takes that a process is the system's; false where it is known, or no process has that id.
    mutating func learn(_ pid: Int32) -> Bool {
        guard pid > 0, !pids.contains(pid) else { return false }
        if pids.count >= SystemProcesses.most { pids.removeAll(keepingCapacity: true) }
        pids.insert(pid)
        return true
    }

    /// The id is an app's now.
    mutating func forget(_ pid: Int32) {
        if !pids.isEmpty { pids.remove(pid) }
    }

    func holds(_ pid: Int32) -> Bool { pids.contains(pid) }
}

/// Which programs lie where only the system's do, by their names: rows as JSON tell that of whoever wrote them.
struct SystemPrograms {
    /// How often the rows around are looked through for a name that none of them tells the place of.
    private static let tries = 4
    /// More names than daemons have; beyond them no more are looked for.
    private static let most = 1_024
    /// As many programs of one name are looked at each time.
    private static let places = 16

    private enum Known {
        case systems, apps
        case untold(tries: Int)
    }

    private var known: [[UInt8]: Known] = [:]

    /// Whether the rows in the view show that a program of that name is the system's, or did so before.
    mutating func holds(_ name: [UInt8], toldIn view: ByteView, _ words: CompiledVocabulary) -> Bool {
        let tried: Int
        switch known[name] {
        case .systems: return true
        case .apps: return false
        case .untold(let tries) where tries >= SystemPrograms.tries: return false
        case .untold(let tries): tried = tries
        case nil:
            guard known.count < SystemPrograms.most else { return false }
            tried = 0
        }
        let place = SystemPrograms.place(of: name, in: view, words)
        known[name] = place.map { $0 ? .systems : .apps } ?? .untold(tries: tried + 1)
        return place == true
    }

    /// Whether the program of that name lies where the system's do; nil where no row tells.
    private static func place(of name: [UInt8], in view: ByteView, _ words: CompiledVocabulary) -> Bool? {
        guard !name.isEmpty else { return nil }
        let text = SoughtText("/" + String(decoding: name, as: UTF8.self) + "\"")
        var (start, found) = (0, false)
        for _ in 0..<places {
            guard let slash = text.find(in: view, from: start, to: view.count) else { break }
            start = slash + text.count
            var first = slash
            while first > 0, view[first - 1] != 0x22, view[first - 1] != 0x0A { first -= 1 }
            // A library lies in a folder of its own name.
            let isLibrary = ByteSearch.holds(name + [0x2E], in: view, from: first, to: slash)
            guard let isSystems = words.isOfSystem(view, first..<(start - 1)) else { continue }
            if !isSystems { return false }
            if !isLibrary { found = true }
        }
        return found ? true : nil
    }
}
