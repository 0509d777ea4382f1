// SPDX-License-Identifier: MIT

import LifelintModel

/// What reports tell of crashes, and how alike two of them are.
extension DeviceAliases {
    /// A crash, as far as a report tells what it was.
    struct Crash {
        private let signal: Int64?
        private let exception: String?

        init?(_ record: EventRecord, in batch: EventBatch) {
            guard record.name == .reportCrash, DeviceAliases.isEnd(record, in: batch) else { return nil }
            signal = batch.integer(.signal, of: record)
            exception = batch.string(.exception, of: record)
        }

        /// Whether both tell the same of a crash; nil where they tell nothing in common.
        func isLike(_ other: Crash) -> Bool? {
            let (signals, exceptions) = (
                DeviceAliases.same(signal, other.signal), DeviceAliases.same(exception, other.exception)
            )
            if signals == false || exceptions == false { return false }
            if let isLike = signals ?? exceptions { return isLike }
            // One may tell what was thrown, and the other how that ends a process.
            return exception != nil && other.signal == Crash.abort || other.exception != nil && signal == Crash.abort
                ? true : nil
        }

        private static let abort = Int64(SignalNames.abort)

        /// Whether an exception of another name was thrown: no process dies of two.
        func isOther(than other: Crash) -> Bool { DeviceAliases.same(exception, other.exception) == false }
    }

    /// A crash of which a payload tells no more of the time than a window that is over then.
    struct WindowedCrash {
        let app: String
        let pid: Int32?
        let model: String?
        let time: Int64
        let crash: Crash

        init?(_ record: EventRecord, in batch: EventBatch) {
            guard batch.bool(.windowed, of: record) == true, let app = batch.string(record.app),
                let crash = Crash(record, in: batch)
            else { return nil }
            self.app = app
            self.crash = crash
            pid = record.hasPID ? record.pid : nil
            model = batch.string(record.model)
            time = record.time
        }
    }

    /// Whether the kernel ended the process that its report tells of there.
    static func isVictim(_ record: EventRecord, in batch: EventBatch) -> Bool {
        batch.attribute(.reason, of: record) != nil || batch.attribute(.namespace, of: record) != nil
    }

    /// Whether a process ended as its report tells.
    static func isEnd(_ record: EventRecord, in batch: EventBatch) -> Bool {
        switch record.name {
        case .reportPanic, .reportHang, .processLaunch: false
        case .reportJetsam: isVictim(record, in: batch)
        default: batch.attribute(.fatal, of: record).map { $0.bits != 0 } ?? true
        }
    }

    static func same<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool? {
        guard let left, let right else { return nil }
        return left == right
    }
}
