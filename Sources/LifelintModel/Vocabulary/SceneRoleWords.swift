// SPDX-License-Identifier: MIT

/// What the roles of scenes are called: windows count for the app's state, and those on the screens of cars are seen
/// there.
public struct SceneRoleWords: Sendable {
    /// Names of roles of windows, in lower case.
    public var windows: Set<String> = []
    /// What is in the names of the roles of windows, volumes and immersive spaces, in lower case.
    public var partsOfWindows: [String] = []
    /// What is in the names of the roles on the screens of a car, in lower case.
    public var partsOfCars: [String] = []

    /// Nothing known.
    public init() {}

    /// Whether a role is one of a window.
    public func isWindow(_ role: String) -> Bool {
        let role = role.lowercased()
        return windows.contains(role) || partsOfWindows.contains { role.contains($0) }
    }

    /// Whether a role is one on the screen of a car.
    public func isCar(_ role: String) -> Bool {
        let role = role.lowercased()
        return !isWindow(role) && partsOfCars.contains { role.contains($0) }
    }
}
