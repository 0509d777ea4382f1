// SPDX-License-Identifier: MIT

/// The queue of the main thread: by it reports of all kinds tell that thread where it has no number.
///
/// It stands here and not in the vocabulary since threads are asked for it where none has been read.
package enum MainQueue {
    /// What libdispatch calls it.
    package static let label: StaticString = "com.apple.main-thread"
    /// The same, for texts that are kept.
    package static let name = label.description
}
