// SPDX-License-Identifier: MIT

/// The keys near the beginning of a JSON body that tell crashes from other reports, found in one pass without parsing.
struct CrashBodyKeys {
    /// Whether it is an object.
    private(set) var isObject = false
    /// Whether it names a process, as only crashes do.
    private(set) var isOfProcess = false
    /// Whether it has a key that only other reports have.
    private(set) var isOther = false
    /// How many keys of crashes it has.
    private(set) var count = 0

    private static let process: [StaticString] = ["captureTime", "procName", "procPath"]
    private static let crash: [StaticString] = [
        "procRole", "procLaunch", "exception", "termination", "usedImages", "threads", "faultingThread", "cpuType",
        "modelCode", "coalitionName", "bundleInfo", "osVersion",
    ]
    private static let other: [StaticString] = [
        "processByPid", "largestProcess", "panicString", "memoryStatus", "callStackTree",
    ]

    /// The keys of what begins that many bytes behind the document's first.
    init(_ document: IncidentDocument, from start: Int, atMost limit: Int) {
        let from = document.range.lowerBound + start
        let to = min(document.range.upperBound, from + limit)
        document.source.bytes.withView { view in
            let first = view.skipWhiteSpace(from: from, to: to)
            isObject = first < to && view[first] == 0x7B
            var position = first
            while let open = view.firstIndex(of: 0x22, from: position, to: to),
                let close = view.firstIndex(of: 0x22, from: open + 1, to: to)
            {
                take(view, open + 1, close)
                position = close + 1
            }
        }
    }

    private mutating func take(_ view: ByteView, _ start: Int, _ end: Int) {
        // No key that is asked for is shorter or longer.
        guard end - start >= 7, end - start <= 14 else { return }
        func isOne(of keys: [StaticString]) -> Bool { keys.contains { view.matches($0, from: start, to: end) } }
        if isOne(of: CrashBodyKeys.process) {
            isOfProcess = true
            count += 1
        } else if isOne(of: CrashBodyKeys.crash) {
            count += 1
        } else if isOne(of: CrashBodyKeys.other) {
            isOther = true
        }
    }
}
