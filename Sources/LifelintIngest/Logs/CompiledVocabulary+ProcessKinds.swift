// SPDX-License-Identifier: MIT

import LifelintModel

extension CompiledVocabulary {
    /// Who speaks where a recogniser does not say: the system's own processes, or an app.
    func impliedWitness(_ row: LogRow, _ view: ByteView, isDaemon: Bool) -> WitnessClass {
        let speaker =
            row.isOfLibrary
            ? libraries.find(view, row.sender.lowerBound, row.sender.upperBound)
            : speakers.find(view, row.process.lowerBound, row.process.upperBound)
        // An app may be called like a home screen.
        if speaker != ByteTable.missing, let witness = WitnessClass(rawValue: UInt8(truncatingIfNeeded: speaker)),
            isDaemon || witness == .kernel
        {
            return witness
        }
        if isDaemon { return .system }
        let framework = subsystems.first { subsystem in
            subsystem.beginning.count <= row.subsystem.count
                && zip(row.subsystem, subsystem.beginning).allSatisfy { view[$0] == $1 }
        }
        return framework?.witness ?? .app
    }

    /// What kind of process wrote a row.
    func writerKind(of row: LogRow, _ view: ByteView) -> LogWriterKind {
        var kind = LogWriterKind(isDaemon: isDaemon(row, view))
        guard !row.path.isEmpty else { return kind }
        // JSON writes `\/` for `/`.
        let plain = view.bytes(row.path.lowerBound, row.path.upperBound).filter { $0 != 0x5C }
        let path = String(decoding: plain, as: UTF8.self)
        kind.host = ProcessHost(path: path)
        if kind.host == .extension, processes.isOfWatch(bundle: nil, path: path) { kind.host = .watch }
        kind.isSimulated = CodePath.isOfSimulator(path)
        kind.isOnMac = !kind.isSimulated && CodePath.isOfMac(path)
        return kind
    }

    /// Whether a row was written by a process of the system's own: told by where its program lies, or else by its name.
    func isDaemon(_ row: LogRow, _ view: ByteView) -> Bool {
        if row.isOfLibrary { return true }
        if let isSystems = isOfSystem(view, row.path) { return isSystems }
        guard !row.process.isEmpty else { return false }
        return isOfSystem(named: view, row.process.lowerBound, row.process.upperBound)
    }

    /// Whether a program that lies there is the system's own; nil where the path does not tell.
    private func isOfSystem(_ view: ByteView, _ path: Range<Int>) -> Bool? {
        if path.isEmpty { return nil }
        guard view.firstIndex(of: 0x5C, from: path.lowerBound, to: path.upperBound) == nil else {
            // JSON writes `\/` for `/`.
            let plain = view.bytes(path.lowerBound, path.upperBound).filter { $0 != 0x5C }
            return plain.withView { isOfSystem($0, 0..<$0.count) }
        }
        func holdsAny(of parts: [[UInt8]]) -> Bool {
            parts.contains { ByteSearch.holds($0, in: view, from: path.lowerBound, to: path.upperBound) }
        }
        if holdsAny(of: appPaths) { return false }
        return holdsAny(of: systemPaths) ? true : nil
    }
}
