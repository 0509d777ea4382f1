// SPDX-License-Identifier: MIT

extension EventName {
    /// The event of the vocabulary that somebody most likely meant who wrote a name that is not in it: one that is a slip
    /// or two away from a name of some length.
    package static func meant(by name: String) -> String? {
        let length = name.utf8.count
        guard length >= shortestMeant, name.utf8.contains(0x2E) else { return nil }
        let meant = Suggestion.nearest(to: name, among: names, within: length < longMeant ? 1 : 2)
        // Who writes other capitals than everybody has names of their own.
        return meant.flatMap { $0.lowercased() == name.lowercased() ? nil : $0 }
    }

    private static let names = allCases.filter { $0 != .custom }.map(\.text)
    /// One slip makes any short name another.
    private static let shortestMeant = 8
    /// In names so long two slips are as rare as one in others.
    private static let longMeant = 14
}
