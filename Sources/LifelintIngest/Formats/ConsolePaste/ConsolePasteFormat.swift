// SPDX-License-Identifier: MIT

import LifelintModel

/// What people paste from Console.app.
enum ConsolePasteFormat {
    static let format = TextLogFormat(
        "console-paste", ConsolePasteShape(), title: "Console.app, copied rows",
        recognisedBy: "Lines of cells between tabs, one of which is a time to the microsecond or with a zone.",
        tells: "What the processes said that its user looked at; times have no date.", durability: .immediate,
        traits: .systemLog
    ) { view, head in
        guard let columns = ConsoleColumns.find(view, in: head.lines) else { return nil }
        let shape = ConsolePasteShape(columns: columns)
        return head.fits(shape, view) ? shape : nil
    }
}
