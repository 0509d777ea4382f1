// SPDX-License-Identifier: MIT

/// The version that reports and the command line state.
public enum ToolVersion {
    /// The current version.
    public static let current = "0.1.0"
}
