// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@Suite struct EventNameTests {
    @Test func `every canonical event is declared once`() {
        let declared = EventName.declarations.map(\.event)
        #expect(Set(declared).count == declared.count)
        #expect(Set(declared).union([.custom]) == Set(EventName.allCases))
        #expect(Set(EventName.declarations.map(\.name)).count == declared.count)
    }

    @Test func `callbacks match at their begin and operations at their end`() {
        #expect(EventName.appDidBecomeActive.declaration?.matches == .callback)
        #expect(EventName.sceneDidDisconnect.declaration?.matches == .callback)
        #expect(EventName.dataSave.declaration?.matches == .operation)
        #expect(EventName.custom.declaration == nil)
    }

    @Test(arguments: [
        (EventName.appDidEnterBackground, WitnessClass.app), (.processExit, .runningboard),
        (.processLaunch, .frontboard),
        (.processState, .frontboard), (.processDeactivation, .uikit), (.deviceBoot, .system), (.reportCrash, .report),
    ]) func `the native formats know who speaks`(event: EventName, witness: WitnessClass) {
        #expect(event.declaration?.witness == witness)
    }

    @Test func `every attribute of the vocabulary is declared once`() {
        let declared = AttributeKey.declarations.map(\.key)
        #expect(Set(declared).union([.custom]) == Set(AttributeKey.allCases))
        #expect(Set(declared).count == declared.count)
    }
}
