// SPDX-License-Identifier: MIT

import LifelintLanguage

extension WorkPool: ReadingHands {
    /// Results of work that several threads share, by number; protected by the pool's lock.
    private final class Shares<Result>: @unchecked Sendable {
        private var next = 0
        private var done = 0
        private var results: [Result?]

        init(count: Int) { results = Array(repeating: nil, count: count) }

        func take() -> Int? {
            guard next < results.count else { return nil }
            next += 1
            return next - 1
        }

        func put(_ result: Result, at index: Int) {
            results[index] = result
            done += 1
        }

        /// The results in their order, once all are there.
        var all: [Result]? { done == results.count ? results.compactMap { $0 } : nil }
    }

    /// Does so many pieces of work on the pool's threads and the caller's, without a thread on the caller's alone; what
    /// comes of them stands in their order.
    package func map<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
        guard isRunning, count > 1 else { return (0..<count).map(body) }
        let shares = Shares<Result>(count: count)
        let work: @Sendable () -> Void = { [self] in
            while let index = locked({ shares.take() }) {
                let result = body(index)
                locked { shares.put(result, at: index) }
            }
            notify()
        }
        for _ in 0..<min(self.count, count - 1) { submit(work) }
        work()
        // The last pieces are in work, and who sleeps wakes up late.
        return waitShortly { shares.all }
    }
}
