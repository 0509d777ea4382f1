// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds out which device an SDK or a report speaks of: an SDK knows the app's installation by a name of its own,
/// reports of the system know the device by another, and a log of the app calls it as the app does.
///
/// Two reports of one death name one device: the app and what else both tell are equal, and so is the time. Where a
/// folder is about one device and one installation at all, of the same model and build of the system, they are each
/// other's.
struct DeviceAliases {
    /// What is written a moment after the other, by another clock of the same device.
    static let sameEnd: Int64 = .seconds(5)
    /// What an SDK last saw of a process is so long before its end, at most.
    static let lastSeen: Int64 = .minutes(1)
    static let oneDay: Int64 = .hours(24)
    /// Starts are told in whole seconds, or as that of the SDK.
    static let sameStart: Int64 = .seconds(2)
    /// More reports than people hold side by side; those beyond them are not compared.
    static let most = 4_096

    var devices: [Told] = []
    /// The same by process id, once all were seen.
    var byPID: [Int32: [Told]] = [:]
    /// Those of which a crash is told, once all were seen.
    var crashed: [Told] = []
    /// Processes of logs that name their device.
    var logged: [Logged: LoggedLife] = [:]
    /// The models that logs tell of the devices that they name.
    var loggedModels: [String: Set<String>] = [:]
    /// When those began that the log tells the launch of, on devices that it calls as reports may.
    var begun: [Logged: [(time: Int64, model: String?)]] = [:]
    /// Apps on devices of which logs tell that name no process ids.
    var numberless: [Numberless: NumberlessLog] = [:]
    /// When processes began, as logs tell, and reports that name no device.
    var starts: [Start] = []
    var installations: [Told] = []
    /// By the name of an installation, or of a device in reports, what others call that device.
    var names: [String: String] = [:]
    /// Devices as reports of the system name them.
    private var reported: Set<String> = []

    /// All reports were seen.
    ///
    /// - Parameter count: how many devices there are, those included of which no report tells an end.
    mutating func settle(amongDevices count: Int) {
        reported = Set(devices.map(\.name))
        nameLogged()
        nameInstallations(amongDevices: count)
        byPID.reserveCapacity(devices.count + installations.count)
        crashed.reserveCapacity(devices.count + installations.count)
        devices.forEach { file($0) }
        installations.forEach { file($0) }
    }

    /// Files a report by what others know its process by.
    private mutating func file(_ report: Told) {
        var report = report
        if let name = names[report.name] { report.name = name }
        if report.crash != nil { crashed.append(report) }
        if let pid = report.pid { byPID[pid, default: []].append(report) }
    }

    /// Whether what reports call a device may be the one that logs call so: that has no other name in reports, and no
    /// log calls it so.
    func mayBeOne(_ report: String, _ log: String) -> Bool {
        reported.contains(report) && !isOfReports(log, beside: report) && !reported.contains { names[$0] == log }
            && !logged.keys.contains { $0.name == report }
    }

    /// Whether what a log calls its device is the name by which reports know another device than that which one calls
    /// so: they do, or both are such keys as the reports of the system tell.
    ///
    /// - Parameter isOneStart: both tell the start of one process. The number of an older device is written as such a
    ///   key is.
    func isOfReports(_ log: String, beside report: String, isOneStart: Bool = false) -> Bool {
        reported.contains(log) || !isOneStart && Self.isKey(log) && Self.isKey(report)
    }

    /// `f23d0b05d4e7f2ac6e0b1bb6bd9b2b8d5a0c1f3e`: a key as iOS makes it for its reports, or the number of a device up
    /// to the A11.
    static func isKey(_ name: String) -> Bool {
        name.utf8.count == 40 && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || 0x41...0x46 ~= $0 }
    }

    /// Takes, by the name that reports know a device by, that which logs give it.
    mutating func take(_ known: [String: String]) {
        if known.isEmpty { return }
        names = names.mapValues { known[$0] ?? $0 }
        names.merge(known) { told, _ in told }
        for pid in byPID.keys {
            for index in byPID[pid]?.indices ?? 0..<0 {
                if let name = byPID[pid]?[index].name, let device = known[name] { byPID[pid]?[index].name = device }
            }
        }
        for index in crashed.indices {
            if let device = known[crashed[index].name] { crashed[index].name = device }
        }
    }

    /// Processes of which reports tell the start and the end, and their devices.
    var lives: [(device: String, app: String, pid: Int32, life: ClosedRange<Int64>)] {
        byPID.values.joined().compactMap { report in
            guard let app = report.app, let pid = report.pid, let life = Self.life(of: report) else { return nil }
            return (report.name, app, pid, life)
        }
    }

    /// Letters and digits of a name, in lower case.
    ///
    /// Why unsafe: the buffer stays within its call. Most names are of ASCII alone, which is in lower case in a fraction
    /// of the time.
    static func plain(_ text: String) -> [UInt8] {
        var text = text
        let ascii: [UInt8]? = text.withUTF8 { bytes in
            var plain: [UInt8] = []
            plain.reserveCapacity(bytes.count)
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                switch byte {
                case 0x61...0x7A, 0x30...0x39: plain.append(byte)
                case 0x41...0x5A: plain.append(byte | 0x20)
                case 0x80...: return nil
                default: break
                }
            }
            return plain
        }
        return ascii ?? text.lowercased().utf8.filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 >= 0x80 }
    }
}
