// SPDX-License-Identifier: MIT

/// Triggers that wait for what follows, in the order in which they came, found by their keys: an event costs as many as
/// its key fits.
struct WaitingTriggers<Trigger> {
    /// Tokens in their order, some of which are gone.
    private struct Queue {
        private(set) var tokens: [Int] = []
        /// Before it all are gone.
        private var head = 0
        private(set) var count = 0

        mutating func append(_ token: Int) {
            tokens.append(token)
            count += 1
        }

        /// The first that waits and comes after a token.
        func first(after token: Int, _ isWaiting: (Int) -> Bool, _ steps: inout Int) -> Int? {
            var index = head
            if token >= 0, head < tokens.count, tokens[head] <= token {
                var end = tokens.count
                while index < end {
                    steps += 1
                    let middle = (index + end) / 2
                    if tokens[middle] <= token { index = middle + 1 } else { end = middle }
                }
            }
            while index < tokens.count {
                steps += 1
                if isWaiting(tokens[index]) { return tokens[index] }
                index += 1
            }
            return nil
        }

        /// One of them is gone.
        mutating func noteRemoval(_ isWaiting: (Int) -> Bool, _ steps: inout Int) {
            count -= 1
            while head < tokens.count, !isWaiting(tokens[head]) {
                steps += 1
                head += 1
            }
            // What is gone costs no more than what is there.
            guard tokens.count > 2 * count + 16 else { return }
            steps += tokens.count
            tokens.removeAll { !isWaiting($0) }
            head = 0
        }
    }

    private var waiting: [Int: (key: ObligationKey, trigger: Trigger)] = [:]
    private var all = Queue()
    /// Those whose keys lack nothing, by key.
    private var byKey: [ObligationKey: Queue] = [:]
    /// The others.
    private var loose = Queue()
    private var nextToken = 0
    /// How many places were looked at: what events cost.
    private(set) var steps = 0

    var isEmpty: Bool { waiting.isEmpty }
    /// Those that wait, in order.
    var inOrder: [Trigger] { all.tokens.compactMap { waiting[$0]?.trigger } }

    subscript(_ token: Int) -> Trigger? { waiting[token]?.trigger }

    /// Adds one; its token is greater than those before.
    mutating func add(_ trigger: Trigger, key: ObligationKey) -> Int {
        let token = nextToken
        nextToken += 1
        waiting[token] = (key, trigger)
        all.append(token)
        if key.isLoose { loose.append(token) } else { byKey[key, default: Queue()].append(token) }
        return token
    }

    /// The first after a token (−1: of all) to which an event with that key may belong.
    mutating func next(after token: Int, fitting key: ObligationKey) -> Int? {
        if waiting.isEmpty { return nil }
        let isWaiting = { [waiting] (token: Int) in waiting[token] != nil }
        if key.isLoose { return all.first(after: token, isWaiting, &steps) }
        let own = byKey[key].flatMap { $0.first(after: token, isWaiting, &steps) }
        let other = loose.count == 0 ? nil : loose.first(after: token, isWaiting, &steps)
        guard let own, let other else { return own ?? other }
        return min(own, other)
    }

    /// Waits no more for one.
    mutating func remove(_ token: Int) {
        guard let key = waiting.removeValue(forKey: token)?.key else { return }
        let isWaiting = { [waiting] (token: Int) in waiting[token] != nil }
        all.noteRemoval(isWaiting, &steps)
        if key.isLoose { return loose.noteRemoval(isWaiting, &steps) }
        byKey[key]?.noteRemoval(isWaiting, &steps)
        if byKey[key]?.count == 0 { byKey[key] = nil }
    }
}
