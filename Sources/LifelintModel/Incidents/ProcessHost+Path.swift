// SPDX-License-Identifier: MIT

extension IncidentProcess {
    /// What kind of process it is, by the path of its executable; missing where that does not tell.
    public var host: ProcessHost {
        guard let path else { return .missing }
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast()
        if names.contains(where: { $0.hasEnding(".appex") }) { return .extension }
        if names.contains(where: { $0.hasEnding(".app") }) { return .app }
        if path.hasPrefix("/System/") || path.hasPrefix("/usr/") { return .system }
        return .missing
    }
}

extension Substring.UTF8View {
    /// Whether the bytes end in those of a text.
    fileprivate func hasEnding(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
