// SPDX-License-Identifier: MIT

import LifelintModel

/// Which run a report speaks of, where it has no room for more.
struct RunMark {
    /// Its id.
    let id: String
    /// When it ended.
    let end: Timestamp
    /// Its process id.
    let pid: Int?
    /// Its device.
    let device: String?
    /// Its version and build.
    let version: String

    /// The mark of a run.
    init(_ run: AppRun) {
        id = run.id
        end = run.end.time
        pid = run.pid
        device = run.device
        version = Phrasing.version(run)
    }
}
