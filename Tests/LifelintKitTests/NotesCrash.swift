// SPDX-License-Identifier: MIT

/// What a text crash of an app says of itself before it says what was thrown.
enum NotesCrash {
    static let app = "/private/var/containers/Bundle/Application/0/Notes.app/Notes"

    static func head(launched: String, system: String) -> String {
        """
        Incident Identifier: 1F2E3D4C-0000-4000-8000-00000000C0DE
        Hardware Model:      iPhone17,2
        Process:             Notes [744]
        Path:                \(app)
        Identifier:          com.example.notes
        Version:             2.0 (20)
        Code Type:           ARM-64 (Native)
        Role:                Foreground
        Parent Process:      launchd [1]

        Date/Time:           2026-09-24 01:24:31.123 +0200
        Launch Time:         2026-09-24 \(launched) +0200
        OS Version:          \(system)
        Report Version:      104
        """
    }
}
