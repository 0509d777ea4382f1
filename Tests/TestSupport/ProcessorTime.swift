// SPDX-License-Identifier: MIT

import Foundation

/// The processor's time that it takes, in seconds: what else the machine does is not in it.
public func processorTime(_ body: () -> Void) -> Double {
    var start = timespec()
    var end = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    body()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}
