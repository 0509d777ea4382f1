// SPDX-License-Identifier: MIT

/// Lengths of time as the project counts them, in nanoseconds: `.seconds(5)` is read without counting zeros.
extension Int64 {
    /// So many milliseconds, in nanoseconds.
    @inlinable package static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }

    /// So many seconds, in nanoseconds.
    @inlinable package static func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }

    /// So many minutes, in nanoseconds.
    @inlinable package static func minutes(_ count: Int64) -> Int64 { .seconds(count * 60) }

    /// So many hours, in nanoseconds.
    @inlinable package static func hours(_ count: Int64) -> Int64 { .minutes(count * 60) }
}
