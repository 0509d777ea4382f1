// SPDX-License-Identifier: MIT

extension IncidentProcess {
    /// What kind of process it is, as its report says or by the path of its executable; missing where neither tells.
    public var host: ProcessHost {
        guard statedHost == .missing, let path else { return statedHost }
        return ProcessHost(path: path)
    }
}

extension ProcessHost {
    /// What kind of process it is whose program lies there; missing where the path does not tell.
    package init(path: String) {
        var path = path
        self = CodePath.isOfSystem(path) ? .system : ProcessHost.bundle(&path) ?? .missing
    }

    /// The kind of the bundle that a path leads into; nil if it leads into none.
    private static func bundle(_ path: inout String) -> ProcessHost? {
        // Why unsafe: the buffer stays within its call.
        path.withUTF8 { bytes in
            var host: ProcessHost?
            var start = unsafe bytes.separator(from: 0)
            while start < bytes.count {
                // An extension lies inside of its app.
                if unsafe bytes.holds(".appex/", at: start) { return .extension }
                if unsafe bytes.holds(".app/", at: start) { host = .app }
                // A service does, too, and the app lives on when it dies.
                if host == .app, unsafe bytes.holds(".xpc/", at: start) { return .extension }
                start = unsafe bytes.separator(from: start &+ 1)
            }
            return host
        }
    }
}
