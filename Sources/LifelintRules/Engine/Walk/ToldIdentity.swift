// SPDX-License-Identifier: MIT

import LifelintModel

/// Who a run is, as its events are asked for it: their records do without, since all of them would say the same.
///
/// Why a class: every event that waits for an answer keeps it.
final class ToldIdentity {
    private let app: String?
    private let process: String?
    private let device: String?
    private let boot: String?
    private let pid: Int?
    private let host: ProcessHost
    private let version: String?
    private let build: String?
    private let os: String?
    private let model: String?

    init(_ run: AppRun) {
        app = run.app
        process = run.process
        device = run.device
        boot = run.boot
        pid = run.pid
        host = run.host
        version = run.version
        build = run.build
        os = run.os
        model = run.model
    }

    /// The value of a field that an event shares with its run; nil where nothing tells it, and of every other field.
    func value(of field: KnownField) -> Value? {
        switch field {
        case .app: app.map(Value.string)
        case .process: process.map(Value.string)
        case .device: device.map(Value.string)
        case .boot: boot.map(Value.string)
        case .pid: pid.map { .integer(Int64($0)) }
        case .host: host.name.map(Value.string)
        case .appVersion: version.map(Value.string)
        case .build: build.map(Value.string)
        case .os: os.map(Value.string)
        case .model: model.map(Value.string)
        default: nil
        }
    }
}
