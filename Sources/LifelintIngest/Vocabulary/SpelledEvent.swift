// SPDX-License-Identifier: MIT

import LifelintModel

/// What the text of an event means: its name, and how a callback was observed where the spelling tells.
struct SpelledEvent: Sendable {
    /// The event; custom where the text is outside the vocabulary.
    var name: EventName = .custom
    /// How it was observed.
    var via: EventVia = .missing

    /// Whether the text leaves open whether the app or one of its scenes is meant.
    var isBare = false

    /// Whether it is the scene's where the record names one: what the text leaves open, and a phase of SwiftUI.
    @inline(__always) var isOfSceneIfNamed: Bool { isBare || via == .swiftui }

    /// That event.
    init(name: EventName, via: EventVia) {
        self.name = name
        self.via = via
    }

    /// Both in one number, as tables keep them.
    @inline(__always) var packed: UInt32 {
        UInt32(name.rawValue) | UInt32(via.rawValue) << 16 | (isBare ? 1 << 24 : 0)
    }

    /// The event that ``packed`` stands for.
    @inline(__always) init(packed: UInt32) {
        name = EventName(rawValue: UInt16(truncatingIfNeeded: packed)) ?? .custom
        via = EventVia(rawValue: UInt8(truncatingIfNeeded: packed >> 16)) ?? .missing
        isBare = packed >> 24 != 0
    }
}
