// SPDX-License-Identifier: MIT

/// What libyaml tells of a file, one after the other, in Swift's own memory.
struct YAMLEvent {
    enum Kind {
        case scalar(YAMLScalar)
        case alias(String)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        case documentStart
    }

    let kind: Kind
    /// The name of the anchor that the node carries.
    let anchor: String?
    /// Whether the node carries a tag of its own.
    let isTagged: Bool
    /// The bytes it covers.
    let range: Range<Int>
}
