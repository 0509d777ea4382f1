// SPDX-License-Identifier: MIT

/// A crash report as text.
enum TextReport {
    /// A report with that exception, and whatever stands below it.
    static func make(exception: String, _ rest: String, process: String = "Notes", bundle: String = "com.acme.notes")
        -> String
    {
        """
        Incident Identifier: 11111111-2222-3333-4444-555555555555
        Process:             \(process) [512]
        Path:                /private/var/containers/Bundle/Application/A/\(process).app/\(process)
        Identifier:          \(bundle)
        Version:             204 (2.1)
        Code Type:           ARM-64
        Date/Time:           2026-03-02 10:00:20.100 +0000
        OS Version:          iPhone OS 17.1 (21B74)
        Report Version:      104

        Exception Type:  \(exception)
        \(rest)
        """
    }
}
