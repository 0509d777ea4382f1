// SPDX-License-Identifier: MIT

extension IncidentProcess {
    /// What kind of process it is, by the path of its executable; missing where that does not tell.
    public var host: ProcessHost {
        guard let path else { return .missing }
        if path.contains(".appex/") { return .extension }
        if path.contains(".app/") { return .app }
        if path.hasPrefix("/System/") || path.hasPrefix("/usr/") { return .system }
        return .missing
    }
}
