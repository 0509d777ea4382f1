// SPDX-License-Identifier: MIT

import LifelintModel

/// A step of a launch as one witness told it: the same step from the same witness again is another launch.
///
/// An app that writes down its own launch, and the system that writes it down, too, are two witnesses, though the app's
/// line does not say whose it is.
struct LaunchStep: Equatable {
    var name: EventName
    var witness: WitnessClass
    var via: EventVia
    var isWitnessAssumed: Bool

    init(_ event: EventView) {
        name = event.name
        witness = event.record.witness
        via = event.record.via
        isWitnessAssumed = event.record.isWitnessAssumed
    }

    /// Events that only a launch brings.
    static func isStep(_ name: EventName) -> Bool {
        switch name {
        case .processLaunch, .processMain, .appWillFinishLaunching, .appDidFinishLaunching: true
        default: false
        }
    }
}
