// SPDX-License-Identifier: MIT

/// One call of a thread.
public struct IncidentFrame: Sendable, Hashable {
    /// The name of the image that the code is in.
    public var image: String?
    /// Its place in ``IncidentReport/images``.
    public var imageIndex: Int?
    /// The address.
    public var address: UInt64?
    /// The offset from the start of the image.
    public var imageOffset: UInt64?
    /// The function; what tools write where they know of none is none.
    public var symbol: String? {
        didSet {
            guard let symbol else { return }
            if IncidentFrame.isNone(symbol) {
                self.symbol = nil
                if symbol.utf8.first != UInt8(ascii: "<") { isBeforeNames = true }
                imageOffset = imageOffset ?? symbolOffset
                symbolOffset = nil
            } else if isBeyondFunction {
                self.symbol = nil
                symbolOffset = nil
            }
        }
    }
    /// The offset from the function's start.
    public var symbolOffset: UInt64? {
        didSet {
            guard isBeyondFunction, symbol != nil else { return }
            symbol = nil
            symbolOffset = nil
        }
    }
    /// The source file.
    public var file: String?
    /// The line in it.
    public var line: Int?
    /// Whether it is code of the app, where the report says so.
    public var isOfApp: Bool?
    /// Whether it is known to be of a runtime that the app carries along, which others wrote.
    package var isCarried = false
    /// Whether no function of its image is named before it: who built that has taken names out, and those that are left
    /// may stand for functions behind them.
    package var isBeforeNames = false
    /// Whether it is one that the app begins in, which every stack of its main thread has.
    package var isBeginning = false
    /// How many samples were taken here, where samples were.
    public var samples: Int?

    /// A call of which nothing is known.
    public init() {}

    /// Longer than any function is, in bytes.
    package static let longestFunction: UInt64 = 1 << 20

    /// Whether the function ended before: where few are named, its name is that of the nearest one before the one that
    /// ran.
    private var isBeyondFunction: Bool { symbolOffset.map { $0 > IncidentFrame.longestFunction } ?? false }

    /// Whether it stands for a function that is not known: the start of an image is what lies before all code without
    /// names.
    private static func isNone(_ symbol: String) -> Bool {
        switch symbol.utf8.first {
        case UInt8(ascii: "_"): symbol.hasSuffix("_header") && (symbol.hasPrefix("_mh_") || symbol.hasPrefix("__mh_"))
        case UInt8(ascii: "<"): symbol == "<redacted>"
        default: false
        }
    }
}
