// SPDX-License-Identifier: MIT

import LifelintModel

/// Whether what two tellers say of the version of an app, of the system and of the model is about two things.
///
/// Each writes it in its way, so only what can mean nothing else tells two apart.
enum ReportedVersions {
    /// Whether two versions of one app are meant: one build is one version, however that is written.
    static func areBuildsOther(
        _ known: (version: String?, build: String?), _ version: String?, _ build: String?
    ) -> Bool {
        if let first = known.build, let build { return first != build }
        guard let first = known.version, let version, first != version else { return false }
        return areNumbersOther(first, version) ?? true
    }

    /// Whether two versions of the system, or two systems, are meant.
    static func areSystemsOther(_ known: String?, _ system: String?) -> Bool {
        guard let known, let system, known != system else { return false }
        if let first = Family(known), let second = Family(system), first != second {
            // An app in a simulator tells the system that it sees, its report that of the host.
            return first != .mac && second != .mac
        }
        return areNumbersOther(known, system) ?? false
    }

    private static func areNumbersOther(_ left: String, _ right: String) -> Bool? {
        guard let first = VersionNumber(left), let second = VersionNumber(right) else { return nil }
        return first < second || second < first
    }

    /// What kind of device a system is for, where its name tells.
    private enum Family {
        case phone, watch, television, headset, mac

        init?(_ system: String) {
            let name = system.lowercased().prefix { !("0"..."9" ~= $0) }
            if name.hasPrefix("watch") {
                self = .watch
            } else if name.hasPrefix("mac") || name.hasPrefix("os x") {
                self = .mac
            } else if name.contains("tv") {
                self = .television
            } else if name.hasPrefix("vision") || name.hasPrefix("xr") {
                self = .headset
            } else if name.hasPrefix("iphone") || name.hasPrefix("ios") || name.hasPrefix("ipad") {
                self = .phone
            } else {
                return nil
            }
        }
    }
}
