// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import LifelintModel

/// What is made later is made once.
struct DeferredTests {
    private final class Count: Sendable {
        let made = Mutex(0)
    }

    @Test func `A value is made when it is first asked for, and once for all copies and threads`() async {
        let count = Count()
        let deferred = Deferred(later: {
            count.made.withLock { made in
                made += 1
                return made
            }
        })
        #expect(deferred.ready == nil)
        #expect(count.made.withLock { $0 } == 0)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { deferred.value } }
            for await value in group { #expect(value == 1) }
        }
        #expect(count.made.withLock { $0 } == 1)
    }

    @Test func `A value that is there is at hand`() {
        #expect(Deferred(7).ready == 7)
        #expect(Deferred(7).value == 7)
    }
}
