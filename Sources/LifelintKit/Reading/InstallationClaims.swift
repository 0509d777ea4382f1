// SPDX-License-Identifier: MIT

/// What installations may be on which devices, each by a process that died there as an SDK reports.
struct InstallationClaims {
    /// A process of a log, as far as it takes to tell it from others.
    struct Process: Hashable {
        /// What the log calls the device, or which log it is.
        var name: String
        var app: String
        var start: Int64
    }

    private var devices: [String: Set<String>] = [:]
    private var ofProcesses: [Process: [String: Set<String>]] = [:]

    mutating func add(_ installation: DeviceAliases.Told, _ device: String, _ process: Process) {
        devices[installation.name, default: []].insert(device)
        ofProcesses[process, default: [:]][installation.format, default: []].insert(installation.name)
    }

    /// By installation, its device: an SDK reports one death once.
    var settled: [String: String] {
        let contested = Set(
            ofProcesses.values.flatMap(\.values).filter { $0.count > 1 }.flatMap(\.self))
        return devices.filter { $0.value.count == 1 && !contested.contains($0.key) }.compactMapValues(\.first)
    }
}
