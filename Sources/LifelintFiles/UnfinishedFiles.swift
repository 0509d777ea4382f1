// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that must not outlive an interrupted process.
///
/// Why unsafe: a signal handler may neither allocate nor lock, so the paths stand in C strings in a table of fixed size
/// that is laid out before the handler is installed. A path is put into its slot when it is complete, and taken out
/// before it is freed.
public enum UnfinishedFiles {
    /// More reports than this are not removed on interruption, only on failure.
    private static let capacity = 32

    private typealias Slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private nonisolated(unsafe) static let slots: Slots = {
        let slots = Slots.allocate(capacity: capacity)
        unsafe slots.initialize(repeating: nil, count: capacity)
        return unsafe slots
    }()

    private static let registering = Mutex(())

    /// Lays out the table, so that a handler finds it there.
    public static func prepare() { _ = unsafe slots }

    /// Removes every unfinished file; safe inside a signal handler.
    public static func removeAll() {
        for index in 0..<capacity {
            if let path = unsafe slots[index] { _ = unsafe unlink(path) }
        }
    }

    /// Adds a path; gives its slot, or nil when the table is full.
    static func add(_ path: [UInt8]) -> Int? {
        registering.withLock { _ in
            guard let index = (0..<capacity).first(where: { unsafe slots[$0] == nil }) else { return nil }
            let text = path.map { CChar(bitPattern: $0) } + [0]
            unsafe slots[index] = unsafe strdup(text)
            return index
        }
    }

    /// Takes a path out of the table.
    static func forget(_ slot: Int?) {
        guard let slot, (0..<capacity).contains(slot) else { return }
        registering.withLock { _ in
            let path = unsafe slots[slot]
            unsafe slots[slot] = nil
            unsafe free(path)
        }
    }
}
