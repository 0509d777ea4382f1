// SPDX-License-Identifier: MIT

import LifelintModel

/// Events about the device or about an app's installation: they end or excuse runs, and never begin one.
enum DeviceEvent {
    /// Whom an event concerns.
    enum Scope {
        /// One process.
        case process
        /// Every process of the device.
        case device
        /// The app named, running or not.
        case installation
    }

    static func scope(of name: EventName) -> Scope {
        switch name {
        case .deviceBoot, .deviceShutdown, .deviceOsUpdate, .deviceRespring, .clockChanged, .timezoneChanged,
            .localeChanged, .frontAppChanged, .screenLock, .screenUnlock, .lowPowerChanged, .logGap, .thermalState,
            .batteryLevel, .reportPanic:
            .device
        case .appUpdated, .appUninstalled, .appInstalled: .installation
        default: .process
        }
    }

    /// Whether an event tells the end of a boot, or the beginning of one, itself.
    static func isBoot(_ name: EventName) -> Bool {
        switch name {
        case .deviceBoot, .deviceShutdown, .deviceOsUpdate, .reportPanic: true
        default: false
        }
    }

    /// Whether an event is about an app, as far as is told, and about none of its extensions.
    static func isOfApp(_ event: EventView) -> Bool { isOfApp(event.record.host) }

    /// Whether a process is an app, as far as is told, and no extension.
    static func isOfApp(_ host: ProcessHost) -> Bool { host == .missing || host == .app }

    /// Whether an event of a process says that the process is, or was, there: others tell of an app that may not run.
    static func opensRun(_ event: EventView) -> Bool {
        switch event.name {
        case .permissionPrompt, .permissionChanged, .reportSaved: false
        case .reportJetsam: RunMachine.isExit(event)
        // Said of an app that nobody told of: it was not running before, either, as far as is known.
        case .processState where event.isHintOfEnd:
            event.isLostToEnd || event.record.hasPID && event.isAskedToEnd
        case .processState: event.record.hasPID || event.record.process.isPresent || !RunMachine.isExit(event)
        default: true
        }
    }
}
