// SPDX-License-Identifier: MIT

/// Instances of spans that a machine keeps in mind: mostly one or two at a time, which need no room of their own.
///
/// Who puts one in keeps it alive as long as it stands here.
struct InstanceSet {
    private var first: ObjectIdentifier?
    private var second: ObjectIdentifier?
    private var more: Set<ObjectIdentifier> = []

    var isEmpty: Bool { first == nil && second == nil && more.isEmpty }

    func contains(_ span: SpanInstance) -> Bool {
        let id = ObjectIdentifier(span)
        return first == id || second == id || !more.isEmpty && more.contains(id)
    }

    mutating func insert(_ span: SpanInstance) {
        if contains(span) { return }
        let id = ObjectIdentifier(span)
        if first == nil {
            first = id
        } else if second == nil {
            second = id
        } else {
            more.insert(id)
        }
    }

    /// Takes one out; false where it was not there.
    @discardableResult
    mutating func remove(_ span: SpanInstance) -> Bool {
        let id = ObjectIdentifier(span)
        if first == id {
            first = nil
        } else if second == id {
            second = nil
        } else {
            return !more.isEmpty && more.remove(id) != nil
        }
        return true
    }
}
