// SPDX-License-Identifier: MIT

/// Code that was loaded.
public struct IncidentImage: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// The bundle id by which the report calls it, where that is not its name.
    package var bundle: String?
    /// Its UUID as it was written.
    public var uuid: String?
    /// Where it was loaded.
    public var base: UInt64?
    /// How long it is.
    public var size: UInt64?
    /// `arm64e`.
    public var architecture: String?
    /// Where it lies on the device.
    public var path: String?

    /// An image of which nothing is known.
    public init() {}

    /// Whether it belongs to the app, not to the system: by its path.
    public var isOfApp: Bool { path.map(CodePath.isOfApp) ?? false }

    /// Whether it is a runtime that the app carries along: by its path.
    package var isCarried: Bool { path.map(CodePath.isCarried) ?? false }
}
