// SPDX-License-Identifier: MIT

import LifelintModel

/// A format whose input is changed before another one reads it: it is told as that one.
protocol WrappedFormat: InputFormat {
    /// What reads the changed input.
    var inner: any InputFormat { get }
}

extension WrappedFormat {
    var id: String { inner.id }
    var title: String { inner.title }
    var recognisedBy: String { inner.recognisedBy }
    var tells: String { inner.tells }
    var durability: Durability { inner.durability }
    var namesHosts: Bool { inner.namesHosts }
    var traits: InputTraits { inner.traits }
    var wrapper: String? { inner.wrapper }
}
