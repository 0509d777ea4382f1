// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A few threads that parse chunks and encode runs while the timeline is built.
///
/// Why pthreads, and why unsafe: the analysis is one synchronous loop that sometimes waits for the next chunk. Tasks
/// cannot be waited for from synchronous code, and the standard library has no condition variable. Mutex and condition
/// live at one address for the pool's life, which is all that their rules ask for.
@safe final class WorkPool: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var queue: [(@Sendable () -> Void)?] = []
    private var head = 0
    private var isOver = false
    private var threads: [pthread_t] = []

    /// How many threads there are.
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
        for _ in 0..<count { start() }
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(condition)
        unsafe mutex.deallocate()
        unsafe condition.deallocate()
    }

    /// Does some work on one of the threads.
    func submit(_ work: @escaping @Sendable () -> Void) {
        locked { queue.append(work) }
        unsafe pthread_cond_broadcast(condition)
    }

    /// Runs `body` alone among all that is protected by the pool.
    func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Waits until `body`, which runs alone, gives a result; whoever changes what it looks at calls ``notify()``.
    func wait<Result>(_ body: () -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body() { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits as ``wait(_:)`` does, and meanwhile does work that no thread has begun yet.
    func waitAndHelp<Result>(_ body: () -> Result?) -> Result {
        while true {
            let (result, work): (Result?, (@Sendable () -> Void)?) = wait {
                if let result = body() { return (result, nil) }
                return takeWork().map { (nil, $0) }
            }
            if let result { return result }
            work?()
        }
    }

    private func takeWork() -> (@Sendable () -> Void)? {
        guard head < queue.count else { return nil }
        // What is done must not be kept: it may hold many runs.
        let work = queue[head].take()
        head += 1
        if head > 64 {
            queue.removeFirst(head)
            head = 0
        }
        return work
    }

    /// Wakes everybody who waits.
    func notify() { unsafe pthread_cond_broadcast(condition) }

    /// Ends the threads when their present work is done, and waits for them.
    func finish() {
        locked {
            isOver = true
            queue = []
            head = 0
        }
        notify()
        #if canImport(Darwin)
            for thread in unsafe threads { unsafe pthread_join(thread, nil) }
            unsafe threads = []
        #else
            for thread in threads { pthread_join(thread, nil) }
            threads = []
        #endif
    }

    private func start() {
        let pool = unsafe Unmanaged.passRetained(self).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = unsafe pthread_create(
                &thread, nil,
                { raw in
                    unsafe Unmanaged<WorkPool>.fromOpaque(raw).takeRetainedValue().run()
                    return nil
                }, pool)
            if status == 0, let thread = unsafe thread { unsafe threads.append(thread) } else { unsafe release(pool) }
        #else
            var thread = pthread_t()
            let status = unsafe pthread_create(
                &thread, nil,
                { raw in
                    if let raw = unsafe raw { unsafe Unmanaged<WorkPool>.fromOpaque(raw).takeRetainedValue().run() }
                    return nil
                }, pool)
            if status == 0 { threads.append(thread) } else { unsafe release(pool) }
        #endif
    }

    private func release(_ pool: UnsafeMutableRawPointer) {
        unsafe Unmanaged<WorkPool>.fromOpaque(pool).release()
    }

    private func run() {
        while true {
            let work: (@Sendable () -> Void)? = wait {
                if isOver { return .some(nil) }
                return takeWork().map(Optional.some)
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
