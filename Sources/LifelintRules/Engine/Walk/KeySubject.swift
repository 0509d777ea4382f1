// SPDX-License-Identifier: MIT

/// The instance of a span that a rule looks at, where what it judges are events of that.
///
/// Why a class: an event that begins the instance comes before it, so it takes the place of what the event alone tells.
final class KeySubject {
    fileprivate(set) var span: SpanInstance

    init(_ span: SpanInstance) { self.span = span }
}

/// The instances that a rule looks at, by their keys.
struct KeySubjects {
    /// Of more keys nothing is known.
    private static let limit = 1_000

    private var latest: [ObligationKey: SpanInstance] = [:]
    /// Those that an event begins which was looked at.
    private var beginning: [KeySubject] = []

    /// An instance began.
    mutating func take(_ span: SpanInstance, _ key: ObligationKey) {
        if latest[key] != nil || latest.count < KeySubjects.limit { latest[key] = span }
        guard !beginning.isEmpty else { return }
        beginning.removeAll { subject in
            guard subject.span.number == span.number else { return false }
            subject.span = span
            return true
        }
    }

    /// The instance that an event is of: the one that it begins, else the last of its key.
    mutating func subject(of event: SeenEvent, _ kind: String, _ key: ObligationKey, _ walk: RunWalk) -> KeySubject? {
        if let span = walk.instance(begunBy: event, kind) {
            if let known = beginning.first(where: { $0.span.number == span.number }) { return known }
            let subject = KeySubject(span)
            if beginning.count < KeySubjects.limit { beginning.append(subject) }
            return subject
        }
        return key.isLoose ? nil : latest[key].map(KeySubject.init)
    }
}
