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
        if let first = family(known), let second = family(system), first != second {
            // An app in a simulator tells the system that it sees, its report that of the host.
            return first != .mac && second != .mac
        }
        return areNumbersOther(known, system) ?? false
    }

    private static func areNumbersOther(_ left: String, _ right: String) -> Bool? {
        guard let first = VersionNumber(left), let second = VersionNumber(right) else { return nil }
        return first < second || second < first
    }

    /// The family that a system is for, where its name tells: one system calls that of an iPad in two ways.
    private static func family(_ system: String) -> DeviceFamily? {
        let family = DeviceFamily(system: system)
        return family == .pad ? .phone : family
    }
}
