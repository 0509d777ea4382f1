// SPDX-License-Identifier: MIT

extension IncidentProcess {
    /// What kind of process it is, by the path of its executable; missing where that does not tell.
    public var host: ProcessHost {
        guard let path else { return .missing }
        // An extension lies inside of its app.
        if path[...].firstRange(ofASCII: ".appex/") != nil { return .extension }
        if path[...].firstRange(ofASCII: ".app/") != nil { return .app }
        if path.hasPrefix("/System/") || path.hasPrefix("/usr/") { return .system }
        return .missing
    }
}
