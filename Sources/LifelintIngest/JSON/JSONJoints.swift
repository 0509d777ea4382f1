// SPDX-License-Identifier: MIT

/// What stands between the values of objects that resemble each other, `,"key":`, `},{"key":` or `},"name":{"key":`, by
/// the number of the value in its object: the next object of a list mostly has the same keys, and comparing bytes is
/// quicker than reading them.
///
/// Equal bytes are equal tokens; whether they may stand there depends only on what is open, and it stays open.
struct JSONJoints {
    private struct Joint {
        /// Its bytes, and which bits of them are of it.
        var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        var masks = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        var length: UInt8 = 0
        /// What has to be open around it; nothing fits where there is none.
        var place = Surroundings()
        /// Has all bits if the object goes on behind it, none if it ends the object and begins the next.
        var goesOn: Int8 = 0
        /// Where in it the next object begins.
        var opening: UInt8 = 0
        /// Where the joint is kept that followed last.
        var following: UInt8 = 0
    }

    /// What is open around a joint, as far as joints differ by it.
    fileprivate struct Surroundings: OptionSet {
        let rawValue: UInt8
        static let object = Surroundings(rawValue: 1)
        static let listedObject = Surroundings(rawValue: 2)
        static let memberObject = Surroundings(rawValue: 4)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        @inline(__always) init(_ nest: JSONNest) {
            self = nest.isInObject ? .object : []
            if nest.isInListedObject { insert(.listedObject) }
            if nest.isInMemberObject { insert(.memberObject) }
        }
    }

    /// A joint while it is read token by token.
    struct Draft {
        /// Where it begins, behind a value; -1 where what stands there is not worth keeping.
        fileprivate var start = -1
        /// The number of that value in its object.
        fileprivate var place = 0
        /// Where the joint is kept that stands in front of that value, if one is known.
        fileprivate var last = 0
        /// Whether the joint was a known one and ends where a value begins that is no scalar.
        fileprivate(set) var leadsOn = false
        private var closed = false
        private var opened = false
        /// Whether the name of the next object stands between.
        private var isNamed = false

        /// An object or array begins.
        @inline(__always) mutating func open(_ isObject: Bool) {
            if isObject, closed, !opened { opened = true } else { start = -1 }
            place = isObject ? place : 0
        }

        /// An object or array ends.
        @inline(__always) mutating func close(_ isObject: Bool) {
            if isObject, !closed { closed = true } else { start = -1 }
        }

        @inline(__always) mutating func forget() { start = -1 }

        @inline(__always) init() {}

        /// A draft that begins behind a value.
        @inline(__always) fileprivate init(behind position: Int, _ place: Int, _ last: Int) {
            start = position
            self.place = place
            self.last = last
        }

        /// None, in front of a value that is no scalar.
        @inline(__always) fileprivate init(inFrontOf place: Int, _ last: Int) {
            self.place = place
            self.last = last
            leadsOn = true
        }

        /// Takes the key behind the end of an object for the name of the next one; false if it can be none.
        fileprivate mutating func takeName() -> Bool {
            guard start >= 0, closed, !opened, !isNamed else { return false }
            isNamed = true
            return true
        }

        /// What has to be open around it; nil if it is of no kind that is kept.
        fileprivate var surroundings: Surroundings? {
            guard start >= 0, closed == opened else { return nil }
            return !closed ? .object : isNamed ? .memberObject : .listedObject
        }
    }

    private static let places = 64
    private static let halfOfPlaces = places / 2
    /// As long as the words of a joint.
    private static let longest = 32

    /// Filled as they are met: none of its own is made where nothing is.
    private var joints = none

    private static let none = Array(repeating: Joint(), count: places)

    /// Steps over the scalar at `start`, and over all that follow behind joints as they were; returns where the last
    /// one ends, or where a value begins behind a joint that is no scalar.
    ///
    /// - Parameters:
    ///   - notes: whether it is wanted where objects begin behind joints.
    ///   - openings: takes in where they do.
    @inline(__always) mutating func run(
        _ view: ByteView, _ start: Int, _ nest: JSONNest, _ draft: inout Draft, notes: Bool, _ openings: inout [Int]
    ) -> Int? {
        let open = Surroundings(nest)
        let (firstPlace, before) = (draft.place, draft.last)
        let bound = view.count &- JSONStride.margin
        let found = unsafe joints.withUnsafeMutableBufferPointer { joints -> (stop: Int, Draft)? in
            // There are as many joints as slots.
            guard joints.count == JSONJoints.places, before < joints.count else { return nil }
            // Of its own, not of the draft: what is changed from outside is written to memory for each value.
            var place = firstPlace
            var last = before
            var position = start
            while true {
                let plain = position < bound ? unsafe JSONStride.plain(view, position, before: bound) : nil
                guard let end = plain ?? JSONStride.scalar(view, position) else { return nil }
                guard end < bound else { return (end, Draft(behind: end, place, last)) }
                // Mostly the one that followed last time: where it is need not wait for the bytes to be read.
                var slot = unsafe Int(joints[last].following)
                if unsafe !JSONJoints.fits(joints[slot], view, end, open) {
                    slot = unsafe JSONJoints.slot(view, end, place)
                    guard unsafe JSONJoints.fits(joints[slot], view, end, open) else {
                        return (end, Draft(behind: end, place, last))
                    }
                    unsafe joints[last].following = UInt8(truncatingIfNeeded: slot)
                }
                last = slot
                unsafe position = end &+ Int(joints[slot].length)
                unsafe place = (place &+ 1) & Int(joints[slot].goesOn)
                if notes, place == 0 { unsafe openings.append(end &+ Int(joints[slot].opening)) }
                guard unsafe JSONJoints.isScalar(view.uncheckedByte(at: position)) else {
                    return (position, Draft(inFrontOf: place, last))
                }
            }
        }
        guard let found else { return nil }
        draft = found.1
        return found.stop
    }

    /// Whether a byte may begin a scalar: white space and what begins objects and arrays are for the caller.
    @inline(__always) private static func isScalar(_ initial: UInt8) -> Bool {
        // Both brackets become the same one.
        initial > 0x20 && initial | 0x20 != 0x7B
    }

    /// Where a joint is kept.
    ///
    /// Objects of a list may lack some members: what follows is told apart by its third and fifth byte, too, and
    /// objects that have names by these. With these factors the joints of crashes rarely meet.
    @unsafe @inline(__always) private static func slot(_ view: ByteView, _ start: Int, _ place: Int) -> Int {
        let third = unsafe Int(view.uncheckedByte(at: start &+ 2))
        if third != 0x22 {
            let fifth = unsafe Int(view.uncheckedByte(at: start &+ 4))
            return (5 &* third &+ 9 &* (place &+ fifth)) & (halfOfPlaces &- 1)
        }
        let name = unsafe Int(view.uncheckedByte(at: start &+ 3)) &+ 5 &* Int(view.uncheckedByte(at: start &+ 4))
        return halfOfPlaces &+ (name & (halfOfPlaces &- 1))
    }

    @unsafe @inline(__always) private static func fits(
        _ joint: Joint, _ view: ByteView, _ start: Int, _ open: Surroundings
    ) -> Bool {
        let first = unsafe (view.uncheckedWord(at: start) ^ joint.words.0) & joint.masks.0
        let second = unsafe (view.uncheckedWord(at: start &+ 8) ^ joint.words.1) & joint.masks.1
        let third = unsafe (view.uncheckedWord(at: start &+ 16) ^ joint.words.2) & joint.masks.2
        let fourth = unsafe (view.uncheckedWord(at: start &+ 24) ^ joint.words.3) & joint.masks.3
        return first | second | third | fourth == 0 && !joint.place.isDisjoint(with: open)
    }

    /// Keeps what stands between the last value and the one at `end`, if it is of a kind that comes again.
    mutating func keep(_ draft: inout Draft, _ view: ByteView, to end: Int) {
        if draft.takeName() { return }
        let start = draft.start
        let place = draft.place
        let surroundings = draft.surroundings
        draft.forget()
        draft.place = surroundings == .object ? place &+ 1 : 0
        guard let surroundings else { return }
        let length = end &- start
        guard length > 0, length <= JSONJoints.longest else { return }
        var joint = Joint()
        joint.masks = (
            JSONJoints.mask(length), JSONJoints.mask(length &- 8), JSONJoints.mask(length &- 16),
            JSONJoints.mask(length &- 24)
        )
        let (first, second) = view.words(at: start)
        let (third, fourth) = view.words(at: start &+ 16)
        joint.words = (
            first & joint.masks.0, second & joint.masks.1, third & joint.masks.2, fourth & joint.masks.3
        )
        joint.length = UInt8(truncatingIfNeeded: length)
        joint.place = surroundings
        joint.goesOn = surroundings == .object ? -1 : 0
        if surroundings != .object {
            let opening = (0..<length).first { view[start &+ $0] == 0x7B } ?? 0
            joint.opening = UInt8(truncatingIfNeeded: opening)
        }
        // Near the end nothing comes again.
        guard start < view.count &- JSONStride.margin else { return }
        let slot = unsafe JSONJoints.slot(view, start, place)
        joint.following = joints[slot].following
        joints[slot] = joint
        if joints.indices.contains(draft.last) { joints[draft.last].following = UInt8(truncatingIfNeeded: slot) }
        draft.last = slot
    }

    /// The bits of the first bytes of a word.
    private static func mask(_ count: Int) -> UInt64 { ByteSearch.first(max(count, 0), of: .max) }
}
