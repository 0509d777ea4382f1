// SPDX-License-Identifier: MIT

import LifelintModel

/// A scene of a run, as far as it has been told.
struct KnownScene {
    private(set) var state: SceneState
    /// When it connected for the last time; nil where no line tells it.
    private(set) var connectedAt: Moment?
    /// Its role, as the line that told it last wrote it.
    private(set) var role: String?

    init(state: SceneState) { self.state = state }

    /// Takes the next state of the scene.
    ///
    /// - Parameter event: the line that told it.
    mutating func take(_ edge: RunStretch.SceneEdge, by event: SeenEvent?) {
        if edge.state == .unattached {
            connectedAt = edge.at
        } else if state == .disconnected, edge.state != .disconnected {
            // That it connected once more was not told.
            connectedAt = nil
        }
        state = edge.state
        if let event, let told = event.batch.string(.role, of: event.record) { role = told }
    }
}
