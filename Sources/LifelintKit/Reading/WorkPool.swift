// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A few threads that parse chunks and encode runs while the timeline is built.
///
/// Who does the work is a *hand*: each thread has a number, and whoever waits and helps meanwhile is one hand more.
/// Work may be meant for one of them, since what a thread has made is nearer to it than to others.
///
/// Why pthreads, and why unsafe: the analysis is one synchronous loop that sometimes waits for the next chunk. Tasks
/// cannot be waited for from synchronous code, and the standard library has no condition variable. Mutex and conditions
/// live at one address for the pool's life, which is all that their rules ask for.
@safe final class WorkPool: @unchecked Sendable {
    /// How often one looks for news before one sleeps: to wake up takes longer than much of the work does.
    private static let looks = 20_000
    /// How many do so at a time: where there are more threads than cores, the others need these.
    private static let mostLooking = 2

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Threads without work wait for this one.
    private let workCame: UnsafeMutablePointer<pthread_cond_t>
    /// Whoever needs a result waits for this one.
    private let somethingCame: UnsafeMutablePointer<pthread_cond_t>
    /// Changes with everything that somebody may wait for.
    private let news = Atomic<Int>(0)

    // Protected by the mutex.
    private var queue = WorkQueue()
    private var ownQueues: [WorkQueue]
    private var isOver = false
    private var idleThreads = 0
    private var sleepers = 0
    private var looking = 0
    private var threads: [pthread_t] = []

    /// How many threads there are.
    let count: Int

    /// The number of whoever waits and helps meanwhile.
    var callersHand: Int { count }

    init(count: Int) {
        self.count = count
        ownQueues = Array(repeating: WorkQueue(), count: count + 1)
        unsafe mutex = .allocate(capacity: 1)
        unsafe workCame = .allocate(capacity: 1)
        unsafe somethingCame = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe workCame.initialize(to: pthread_cond_t())
        unsafe somethingCame.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(workCame, nil)
        unsafe pthread_cond_init(somethingCame, nil)
        for hand in 0..<count { start(hand) }
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(workCame)
        unsafe pthread_cond_destroy(somethingCame)
        unsafe mutex.deallocate()
        unsafe workCame.deallocate()
        unsafe somethingCame.deallocate()
    }

    /// Has work done by whoever comes first.
    func submit(_ work: @escaping @Sendable () -> Void) {
        submitting { queue.append(work) }
    }

    /// Has work done by that hand.
    func submit(to hand: Int, _ work: @escaping @Sendable () -> Void) {
        submitting { ownQueues[hand].append(work) }
    }

    private func submitting(_ body: () -> Void) {
        let (idle, asleep) = locked {
            body()
            return (idleThreads, sleepers)
        }
        news.wrappingAdd(1, ordering: .releasing)
        // Which of them wakes up is not known: what is meant for one must not be lost on another.
        if idle > 0 { unsafe pthread_cond_broadcast(workCame) }
        if asleep > 0 { unsafe pthread_cond_broadcast(somethingCame) }
    }

    /// Runs `body` alone among all that is protected by the pool.
    func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Waits until `body`, which runs alone, gives a result; whoever changes what it looks at calls ``notify()``.
    func wait<Result>(_ body: () -> Result?) -> Result { wait(asThread: false, body) }

    /// The same for what is nearly there: looks for it longer.
    func waitShortly<Result>(_ body: () -> Result?) -> Result {
        wait(asThread: false, looks: 50 * WorkPool.looks, body)
    }

    private func wait<Result>(asThread: Bool, looks: Int = WorkPool.looks, _ body: () -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body() { return result }
            if waitForNews(looks) { continue }
            if let result = body() { return result }
            if asThread {
                idleThreads += 1
                unsafe pthread_cond_wait(workCame, mutex)
                idleThreads -= 1
            } else {
                sleepers += 1
                unsafe pthread_cond_wait(somethingCame, mutex)
                sleepers -= 1
            }
        }
    }

    /// Looks for a while whether there is any news, without the lock that is held before and after.
    private func waitForNews(_ looks: Int) -> Bool {
        guard looking < WorkPool.mostLooking else { return false }
        let known = news.load(ordering: .relaxed)
        looking += 1
        unsafe pthread_mutex_unlock(mutex)
        defer {
            unsafe pthread_mutex_lock(mutex)
            looking -= 1
        }
        for _ in 0..<looks where news.load(ordering: .relaxed) != known { return true }
        return false
    }

    /// Waits as ``wait(_:)`` does, and meanwhile does work that no thread has begun yet.
    func waitAndHelp<Result>(_ body: () -> Result?) -> Result {
        while true {
            let (result, work): (Result?, WorkQueue.Work?) = wait {
                if let result = body() { return (result, nil) }
                return takeWork(callersHand).map { (nil, $0) }
            }
            if let result { return result }
            work?()
        }
    }

    private func takeWork(_ hand: Int) -> WorkQueue.Work? {
        ownQueues[hand].takeFirst() ?? queue.takeFirst()
    }

    /// Wakes everybody who waits for a result.
    func notify() {
        news.wrappingAdd(1, ordering: .releasing)
        if locked({ sleepers }) > 0 { unsafe pthread_cond_broadcast(somethingCame) }
    }

    /// Ends the threads when their present work is done, and waits for them.
    func finish() {
        locked {
            isOver = true
            queue = WorkQueue()
            ownQueues = ownQueues.map { _ in WorkQueue() }
        }
        news.wrappingAdd(1, ordering: .releasing)
        unsafe pthread_cond_broadcast(workCame)
        unsafe pthread_cond_broadcast(somethingCame)
        #if canImport(Darwin)
            for thread in unsafe threads { unsafe pthread_join(thread, nil) }
            unsafe threads = []
        #else
            for thread in threads { pthread_join(thread, nil) }
            threads = []
        #endif
    }

    /// What a thread begins with.
    private final class Beginning: Sendable {
        private let pool: WorkPool
        private let hand: Int

        init(_ pool: WorkPool, _ hand: Int) {
            self.pool = pool
            self.hand = hand
        }

        func run() { pool.run(hand) }
    }

    private func start(_ hand: Int) {
        let beginning = unsafe Unmanaged.passRetained(Beginning(self, hand)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = unsafe pthread_create(
                &thread, nil,
                { raw in
                    unsafe Unmanaged<Beginning>.fromOpaque(raw).takeRetainedValue().run()
                    return nil
                }, beginning)
            if status == 0, let thread = unsafe thread {
                unsafe threads.append(thread)
            } else {
                unsafe release(beginning)
            }
        #else
            var thread = pthread_t()
            let status = unsafe pthread_create(
                &thread, nil,
                { raw in
                    if let raw = unsafe raw { unsafe Unmanaged<Beginning>.fromOpaque(raw).takeRetainedValue().run() }
                    return nil
                }, beginning)
            if status == 0 { threads.append(thread) } else { unsafe release(beginning) }
        #endif
    }

    private func release(_ beginning: UnsafeMutableRawPointer) {
        unsafe Unmanaged<Beginning>.fromOpaque(beginning).release()
    }

    private func run(_ hand: Int) {
        while true {
            let work: WorkQueue.Work? = wait(asThread: true) {
                if isOver { return .some(nil) }
                return takeWork(hand).map(Optional.some)
            }
            guard let work else { return }
            work()
        }
    }

    /// Whether any thread could be started: without one the caller has to do the work itself.
    var isRunning: Bool {
        #if canImport(Darwin)
            unsafe !threads.isEmpty
        #else
            !threads.isEmpty
        #endif
    }
}
