// SPDX-License-Identifier: MIT

/// Work that nobody has begun yet, first come, first served.
struct WorkQueue {
    typealias Work = @Sendable () -> Void

    private var waiting: [Work?] = []
    private var head = 0

    mutating func append(_ work: @escaping Work) { waiting.append(work) }

    mutating func takeFirst() -> Work? {
        guard head < waiting.count else { return nil }
        // What is done must not be kept: it may hold many runs.
        let work = waiting[head].take()
        head += 1
        if head > 64 || head == waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        return work
    }
}
