// SPDX-License-Identifier: MIT

/// What stands between the values of objects in a list, `,"key":` or `},{"key":`, by the number of the value in its
/// object: the next object of a list mostly has the same keys, and comparing bytes is quicker than reading them.
///
/// Equal bytes are equal tokens; whether they may stand there depends only on what is open, and it stays open.
struct JSONJoints {
    private struct Joint {
        /// Its bytes, and which bits of them are of it.
        var words = (UInt64(0), UInt64(0), UInt64(0))
        var masks = (UInt64(0), UInt64(0), UInt64(0))
        /// 0 where there is none.
        var length = 0
        /// Whether it ends an object and begins the next.
        var isBetween = false
    }

    /// A joint while it is read token by token.
    struct Draft {
        /// Where it begins, behind a value; -1 where what stands there is not worth keeping.
        fileprivate var start = -1
        /// The number of that value in its object.
        fileprivate var place = 0
        private var closed = false
        private var opened = false

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

        @inline(__always) fileprivate mutating func begin(_ position: Int) {
            start = position
            closed = false
            opened = false
        }

        /// Whether it ends an object and begins the next; nil if it is of no kind that is kept.
        fileprivate var isBetween: Bool? { start < 0 || closed != opened ? nil : closed }
    }

    private static let places = 32
    /// As long as the words of a joint.
    private static let longest = 24

    private var joints = Array(repeating: Joint(), count: places)

    /// Steps over the scalar at `start`, and over all that follow behind joints as they were; returns where the last
    /// one ends.
    func run(_ view: ByteView, _ start: Int, _ nest: JSONNest, _ draft: inout Draft) -> Int? {
        let (isInObject, isListed) = (nest.isInObject, nest.isInListedObject)
        var place = draft.place
        var position = start
        var stop: Int?
        unsafe joints.withUnsafeBufferPointer { joints in
            while let end = JSONStride.scalar(view, position) {
                let slot = JSONJoints.slot(view, end, place)
                // There are as many joints as slots.
                guard slot < joints.count, unsafe JSONJoints.fits(joints[slot], view, end),
                    unsafe joints[slot].isBetween ? isListed : isInObject,
                    unsafe JSONJoints.isScalar(view[end &+ joints[slot].length])
                else {
                    stop = end
                    return
                }
                unsafe position = end &+ joints[slot].length
                unsafe place = joints[slot].isBetween ? 0 : place &+ 1
            }
        }
        guard let stop else { return nil }
        draft.place = place
        draft.begin(stop)
        return stop
    }

    /// Whether a byte may begin a scalar: white space and what begins objects and arrays are for the caller.
    @inline(__always) private static func isScalar(_ initial: UInt8) -> Bool {
        // Both brackets become the same one.
        initial > 0x20 && initial | 0x20 != 0x7B
    }

    /// Objects of a list may lack some members: what follows is told apart by its third byte, too.
    @inline(__always) private static func slot(_ view: ByteView, _ start: Int, _ place: Int) -> Int {
        (Int(view[start &+ 2]) &+ place &* 11) & (places &- 1)
    }

    @inline(__always) private static func fits(_ joint: Joint, _ view: ByteView, _ start: Int) -> Bool {
        let (first, second) = view.words(at: start)
        guard joint.length > 0, (first ^ joint.words.0) & joint.masks.0 == 0,
            (second ^ joint.words.1) & joint.masks.1 == 0
        else { return false }
        return joint.masks.2 == 0 || (view.word(at: start &+ 16) ^ joint.words.2) & joint.masks.2 == 0
    }

    /// Keeps what stands between the last value and the one at `end`, if it is of a kind that comes again.
    mutating func keep(_ draft: inout Draft, _ view: ByteView, to end: Int) {
        let start = draft.start
        let place = draft.place
        let kind = draft.isBetween
        draft.forget()
        draft.place = kind == false ? place &+ 1 : 0
        guard let isBetween = kind else { return }
        let length = end &- start
        guard length > 0, length <= JSONJoints.longest else { return }
        var joint = Joint()
        joint.masks = (JSONJoints.mask(length), JSONJoints.mask(length &- 8), JSONJoints.mask(length &- 16))
        let (first, second) = view.words(at: start)
        joint.words = (first & joint.masks.0, second & joint.masks.1, view.word(at: start &+ 16) & joint.masks.2)
        joint.length = length
        joint.isBetween = isBetween
        joints[JSONJoints.slot(view, start, place)] = joint
    }

    /// The bits of the first bytes of a word.
    private static func mask(_ count: Int) -> UInt64 { ByteSearch.first(max(count, 0), of: .max) }
}
