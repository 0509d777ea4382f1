// SPDX-License-Identifier: MIT

/// Numbers runs over all devices, in the order in which they begin.
final class RunSerials {
    private var count = 0

    func next() -> Int {
        defer { count += 1 }
        return count
    }
}
