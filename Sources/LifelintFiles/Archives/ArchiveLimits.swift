// SPDX-License-Identifier: MIT

/// What an archive may cost, in one place: a few bytes can claim to hold anything.
package struct ArchiveLimits: Sendable {
    /// Bytes that one archive may unpack to, the members that are not read included.
    ///
    /// A full sysdiagnose has a few gigabytes.
    package var unpackedBytes: Int64 = 64 << 30
    /// How many times its own size an archive may unpack to.
    ///
    /// Logs shrink to a tenth or, where they repeat themselves, a hundredth; nothing that was written by an app comes
    /// near a thousandth.
    package var ratio: Int64 = 1_000
    /// Unpacked bytes below which the ratio is not asked: what is small does no harm.
    package var harmlessBytes: Int64 = 64 << 20
    /// Members of one archive, those of archives inside it included: a header costs time, whatever it names.
    package var members = 1 << 20
    /// Archives inside each other: more than a feedback inside a download inside a folder is a bomb.
    package var depth = 3
    /// Bytes of a member's name: no system has longer paths.
    package var nameBytes = 4_096
    /// Bytes that the members of all archives may take in temporary files.
    package var spooledBytes: Int64 = 64 << 30
    /// A member up to this size stays in memory; most reports are smaller.
    package var smallBytes = 256 << 10
    /// Bytes of small members that stay in memory, beside temporary files.
    package var memoryBytes = 16 << 20

    /// The limits of a program.
    package init() {}
}
