// SPDX-License-Identifier: MIT

/// Brings the many ways of writing one callback to one form, so that a table needs only one of them.
///
/// `-[AppDelegate application:didFinishLaunchingWithOptions:]`,
/// `AppDelegate.application(_:didFinishLaunchingWithOptions:)` and `application:didFinishLaunchingWithOptions:` are all
/// `application:didfinishlaunchingwithoptions`.
enum CallbackSpelling {
    /// The forms to look up, the closest to the text first.
    static func forms(of text: [UInt8]) -> [[UInt8]] {
        let lowered = text.map(\.lowercasedASCII)
        var forms = [lowered]
        let selector = withoutArguments(withoutBrackets(text))
        let bare = withoutClass(selector)
        // The scene of a car's screen comes and goes beside the app's windows, and says nothing of them.
        if isOfCar(text), !(bare ?? selector).starts(with: carCallback) { return forms }
        add(selector, to: &forms)
        if let bare { add(bare, to: &forms) }
        return forms
    }

    /// The one form under which a spelling of the vocabulary is kept beside its own text.
    static func form(of text: [UInt8]) -> [UInt8] {
        trimmed(withoutArguments(withoutBrackets(text))).map(\.lowercasedASCII)
    }

    private static func add(_ text: [UInt8], to forms: inout [[UInt8]]) {
        let form = trimmed(text).map(\.lowercasedASCII)
        if !form.isEmpty, !forms.contains(form) { forms.append(form) }
    }

    /// Whether the class in front of a callback is named for the screen of a car.
    private static func isOfCar(_ text: [UInt8]) -> Bool {
        guard let initial = text.first, [0x2B, 0x2D, 0x5B].contains(initial) || (0x41...0x5A).contains(initial) else {
            return false
        }
        let name = text.prefix { $0 != 0x20 && $0 != 0x3A && $0 != 0x28 }
        return name.indices.contains { name[$0...].starts(with: car) }
    }

    private static let car = Array("CarPlay".utf8)
    private static let carCallback = Array("templateApplicationScene".utf8)

    /// The selector inside `-[Class selector]`.
    private static func withoutBrackets(_ text: [UInt8]) -> [UInt8] {
        var body = text[...]
        if let sign = body.first, sign == 0x2D || sign == 0x2B { body = body.dropFirst() }
        guard body.first == 0x5B, let space = body.firstIndex(of: 0x20) else { return text }
        let end = body.lastIndex(of: 0x5D) ?? body.endIndex
        return space + 1 < end ? Array(body[(space + 1)..<end]) : text
    }

    /// `application(_:didFinishLaunchingWithOptions:)` as the selector it is:
    /// `application:didFinishLaunchingWithOptions:`.
    private static func withoutArguments(_ text: [UInt8]) -> [UInt8] {
        guard let open = text.firstIndex(of: 0x28) else { return text }
        let close = text.lastIndex(of: 0x29) ?? text.endIndex
        guard open < close else { return text }
        var selector = Array(text[..<open])
        let labels = text[(open + 1)..<close]
        if !labels.isEmpty { selector.append(0x3A) }
        // The first label is part of the name in Swift: only the others are parts of the selector.
        if let colon = labels.firstIndex(of: 0x3A) { selector.append(contentsOf: labels[(colon + 1)...]) }
        return selector
    }

    /// What stands behind a class or module prefix: these begin with an upper-case letter, an app's own words do not.
    private static func withoutClass(_ text: [UInt8]) -> [UInt8]? {
        guard let initial = text.first, initial >= 0x41, initial <= 0x5A else { return nil }
        let head = text.prefix { $0 != 0x3A }
        guard let dot = head.lastIndex(of: 0x2E), dot + 1 < text.count else { return nil }
        return Array(text[(dot + 1)...])
    }

    /// The text without white space around it and without colons at its end.
    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var body = text[...]
        while let last = body.last, last == 0x3A || last == 0x20 { body = body.dropLast() }
        while body.first == 0x20 { body = body.dropFirst() }
        return Array(body)
    }
}
