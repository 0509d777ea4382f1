// SPDX-License-Identifier: MIT

extension String {
    /// Whether this text comes before another one in the order of their bytes.
    ///
    /// Why unsafe: both buffers stay within their calls. Paths have long beginnings in common, and the standard library
    /// goes through texts a byte at a time.
    package func precedesInBytes(_ other: String) -> Bool {
        let order = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                let shared = min(left.count, right.count)
                var offset = 0
                while offset < shared {
                    if unsafe left[offset] != right[offset] { return unsafe left[offset] < right[offset] }
                    offset &+= 1
                }
                return left.count < right.count
            }
        }
        return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}
