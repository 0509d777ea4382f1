// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads lists of calls that were passed over: the first calls, up to the last one that anything is concluded from.
struct PassedCalls {
    private let tape: JSONTape
    private let process: String?
    private var images: PassedImages?
    private let telling: TellingCalls
    private var stride = JSONStride()

    /// - Parameter process: what the process is called.
    init(_ tape: JSONTape, _ process: String?, _ images: PassedImages?, _ telling: TellingCalls) {
        self.tape = tape
        self.process = process
        self.images = images
        self.telling = telling
    }

    /// The first calls of a list.
    ///
    /// - Parameters:
    ///   - list: where it begins.
    ///   - isTold: whether it is one whose calls of the app are told.
    ///   - isMain: whether its first calls are told: what it waited in.
    ///   - isWhole: whether all its calls are.
    mutating func read(from list: Int, isTold: Bool, isMain: Bool, isWhole: Bool = false) -> [IncidentFrame] {
        let view = tape.view
        var calls: [IncidentFrame] = []
        calls.reserveCapacity(16)
        // What is the app's own, its name decides: where only the header tells that, every call may count.
        var missing = isTold ? (process == nil ? .max : IncidentReport.signatureFrames) : 0
        var places = isWhole ? .max : isMain ? IncidentReport.waitingFrames : 0
        // Whether the app may begin here: which image called it tells that, and the one that it called.
        var mayBegin = false
        var previous: Int?
        var next = JSONStride.element(view, behind: list)
        while let start = next, calls.count < IngestLimits.framesPerThread, missing > 0 || places > 0 || mayBegin {
            var told = Told()
            let end =
                view[start] == 0x7B
                ? stride.forEachMember(view, at: start) { told.take($0, $1) } : stride.value(view, start)
            // Made in its place: a copy would count references to its texts.
            calls.append(IncidentFrame())
            let last = calls.count - 1
            fill(&calls[last], told, needsPlace: places > 0)
            if isTold, calls[last].isOfApp == true {
                missing -= 1
                if let previous, calls[last - 1].isOfApp == false {
                    var told = Told()
                    stride.forEachMember(view, at: previous) { told.take($0, $1) }
                    name(&calls[last - 1], told)
                    mayBegin = telling.beginnings.mayRun(calls[last - 1])
                }
            } else if mayBegin {
                name(&calls[last], told)
                mayBegin = false
            }
            previous = view[start] == 0x7B ? start : nil
            places = max(places - 1, 0)
            next = end.flatMap { JSONStride.element(view, behind: $0) }
        }
        for place in telling.beginnings.places(in: calls, { $0.isOfApp == true }) { calls[place].isBeginning = true }
        return calls
    }

    /// Says of a call of the system what it is called, and in which image it is.
    private mutating func name(_ call: inout IncidentFrame, _ told: Told) {
        guard let number = call.imageIndex, call.image == nil else { return }
        call.image = images?.image(number, &stride)?.name
        call.symbol = told.symbol?.incidentText
    }

    /// What is kept of a call: of one of the system no more than its image, unless it is needed where it is.
    private mutating func fill(_ call: inout IncidentFrame, _ told: Told, needsPlace: Bool) {
        let number = told.image?.integer.flatMap { Int(exactly: $0) }
        let image = number.flatMap { images?.image($0, &stride) }
        let isOfApp = image.map { $0.isOfApp || ($0.name != nil && $0.name == process) } ?? false
        call.isOfApp = isOfApp
        if let image {
            call.imageIndex = number
            call.isCarried = image.isCarried && !isOfApp
            if isOfApp || needsPlace || call.isCarried {
                call.image = image.name
                call.imageOffset = told.offset?.unsigned
            }
        }
        if isOfApp || needsPlace || call.isCarried || image == nil {
            call.symbolOffset = told.location?.unsigned
            call.symbol = told.symbol?.incidentText
        }
        if isOfApp { telling.disown(&call) }
    }

    /// The name of the image of that number.
    mutating func imageName(_ number: Int) -> String? { images?.image(number, &stride)?.name }

    /// What stands in a call's object.
    private struct Told {
        var image: JSONScalar?
        var offset: JSONScalar?
        var symbol: JSONScalar?
        var location: JSONScalar?

        @inline(__always) mutating func take(_ key: Range<Int>, _ value: JSONScalar) {
            switch key.count {
            case 6: if value.view.matches("symbol", from: key.lowerBound, to: key.upperBound) { symbol = value }
            case 10: if value.view.matches("imageIndex", from: key.lowerBound, to: key.upperBound) { image = value }
            case 11: if value.view.matches("imageOffset", from: key.lowerBound, to: key.upperBound) { offset = value }
            case 14:
                if value.view.matches("symbolLocation", from: key.lowerBound, to: key.upperBound) { location = value }
            default: break
            }
        }
    }
}
