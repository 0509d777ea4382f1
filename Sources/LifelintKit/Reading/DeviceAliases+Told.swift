// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports and logs tell of processes.
extension DeviceAliases {
    /// One process, as a report tells it.
    struct Told {
        var name: String
        var app: String?
        var process: String?
        var pid: Int32?
        var model: String?
        /// The build of the system, which is written alike everywhere.
        var system: String?
        /// Its version.
        var version: VersionNumber?
        /// What wrote the report: each SDK has an id of its own for an installation.
        var format: String
        var launched: Int64?
        /// When it had begun at the latest, as an SDK counts how long it ran: not while the device slept, nor what was
        /// before the SDK began.
        var begunBy: Int64?
        /// When it ended; nil where that is not told.
        var ended: Int64?
        /// An SDK saw no more of that end than what came before it.
        var isSupposed = false
        /// Another file tells that end than the one that names its process.
        var isEndedBeside = false
        /// What is told of its crash, where it crashed then.
        var crash: Crash?
        /// When it began, as closely as that is told.
        var begun: Int64? { launched ?? begunBy }
    }

    /// A process of a log.
    struct Logged: Hashable {
        var name: String
        var app: String
        var pid: Int32
    }

    /// An app on a device, as logs without process ids name both.
    struct Numberless: Hashable {
        var name: String
        var app: String
    }

    /// A start of a process, as a log tells it, or a report that names no device.
    struct Start {
        /// Which input tells it.
        var input: UInt32
        /// What that calls the device, if it does.
        var name: String?
        var app: String
        var pid: Int32?
        var time: Int64
        /// The app itself tells it.
        var isOfApp: Bool
        var isZoneAssumed: Bool
    }
}
