// SPDX-License-Identifier: MIT

import LifelintModel

/// A step of a launch as one witness told it: the same step from the same witness again is another launch.
struct LaunchStep: Equatable {
    var name: EventName
    var witness: WitnessClass
    var via: EventVia

    init(_ event: EventView) {
        name = event.name
        witness = event.record.witness
        via = event.record.via
    }

    /// Events that only a launch brings.
    static func isStep(_ name: EventName) -> Bool {
        switch name {
        case .processLaunch, .processMain, .appWillFinishLaunching, .appDidFinishLaunching: true
        default: false
        }
    }
}
