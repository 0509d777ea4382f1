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

    private enum Kind: UInt32, CaseIterable { case process, crash, other }

    private static let keys: ByteTable = {
        var keys = ByteTable(capacity: 32)
        for kind in Kind.allCases {
            for name in names(kind) { keys.insert(Array(name.utf8), value: kind.rawValue) }
        }
        return keys
    }()

    private static func names(_ kind: Kind) -> [String] {
        switch kind {
        case .process: ["captureTime", "procName", "procPath"]
        case .crash:
            [
                "procRole", "procLaunch", "exception", "termination", "usedImages", "threads", "faultingThread",
                "cpuType", "modelCode", "coalitionName", "bundleInfo", "osVersion",
            ]
        case .other: ["processByPid", "largestProcess", "panicString", "memoryStatus", "callStackTree"]
        }
    }

    /// The keys of what begins that many bytes behind the document's first.
    init(_ document: IncidentDocument, from start: Int, atMost limit: Int) {
        let from = document.range.lowerBound + start
        let to = min(document.range.upperBound, from + limit)
        let keys = CrashBodyKeys.keys
        document.source.bytes.withView { view in
            let first = view.skipWhiteSpace(from: from, to: to)
            isObject = first < to && view[first] == 0x7B
            // Where the text begins whose closing quote is sought.
            var open: Int?
            var position = first
            while position < to {
                var quotes = ByteSearch.quotes(view.word(at: position))
                while quotes != 0 {
                    let quote = position &+ ByteSearch.index(quotes)
                    guard quote < to else { break }
                    if let begun = open {
                        take(keys, view, begun, quote)
                        open = nil
                    } else {
                        open = quote &+ 1
                    }
                    quotes &= quotes &- 1
                }
                position &+= 8
            }
        }
    }

    private mutating func take(_ keys: ByteTable, _ view: ByteView, _ start: Int, _ end: Int) {
        // No key that is asked for is shorter or longer.
        guard end - start >= 7, end - start <= 14 else { return }
        switch Kind(rawValue: keys.find(view, start, end)) {
        case .process:
            isOfProcess = true
            count += 1
        case .crash: count += 1
        case .other: isOther = true
        case nil: break
        }
    }
}
