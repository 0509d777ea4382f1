// SPDX-License-Identifier: MIT

/// Finds the nearest file of a name: in the working directory, or in a folder above it.
public enum NearestFile {
    /// Deeper trees than this are looked at no further: no system's paths are so long.
    private static let depthLimit = 256

    /// The path from the working directory, such as `../../.lifelint.yml`; nil where there is none.
    public static func path(named name: String) -> String? {
        var folder = ""
        var last: SystemCall.FileIdentity?
        for _ in 0..<depthLimit {
            if case .success(let status) = SystemCall.status(of: Array((folder + name).utf8)), status.kind == .file {
                return folder + name
            }
            // The folder above the topmost one is that one itself.
            guard case .success(let here) = SystemCall.status(of: Array((folder + ".").utf8)), here.identity != last
            else { return nil }
            last = here.identity
            folder += "../"
        }
        return nil
    }
}
