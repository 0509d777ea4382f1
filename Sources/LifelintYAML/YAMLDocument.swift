// SPDX-License-Identifier: MIT

public import LifelintModel

/// A YAML file that was read: its value and its text, so that whatever is wrong with a value can be shown in place.
public struct YAMLDocument: Sendable {
    /// The value; nil where the file is empty.
    public let root: YAMLNode?
    private let origin: Origin

    private enum Origin {
        case read(SourceText)
        /// Its lines are sought where one is asked for: nobody asks while nothing is wrong.
        case packed(text: String, file: String)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: what the file holds, as UTF-8.
    ///   - file: what it is called in messages.
    ///   - limits: what it may cost.
    public init(bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
        let source = SourceText(file: file, bytes: bytes)
        if bytes.count > limits.bytes {
            throw source.error(.tooLarge, at: 0, "The file is larger than \(limits.bytes >> 20) MiB.")
        }
        let events = try YAMLEventReader.events(of: source, limits: limits)
        var composer = YAMLComposer(source: source, limits: limits, events: events)
        root = try composer.compose()
        origin = .read(source)
    }

    /// A file whose value was packed before.
    ///
    /// - Parameters:
    ///   - packed: its value, as ``PackedYAML`` writes it.
    ///   - text: what the file holds.
    ///   - file: what it is called in messages.
    /// - Returns: nil where that is no packed value.
    package init?(packed: String, text: String, file: String) {
        guard let node = PackedYAMLReader.node(Array(packed.utf8), file: file) else { return nil }
        root = node
        origin = .packed(text: text, file: file)
    }

    private var source: SourceText {
        switch origin {
        case .read(let source): source
        case .packed(let text, let file): SourceText(file: file, bytes: Array(text.utf8))
        }
    }

    /// What the file is called.
    public var file: String {
        switch origin {
        case .read(let source): source.file
        case .packed(_, let file): file
        }
    }

    /// The text of a 1-based line.
    public func line(_ number: Int) -> String { source.line(number) }

    /// The place of the byte `index` of a scalar's text: quotes, escapes, indentation and folding are followed back.
    public func location(inside node: YAMLNode, byte index: Int) -> SourceLocation {
        guard let scalar = node.scalar else { return node.at }
        let start = Int(node.at.offset)
        let end = min(start + node.at.length, source.bytes.count)
        guard start <= end else { return node.at }
        let walk = ScalarWalk(raw: source.bytes[start..<end], text: Array(scalar.text.utf8), style: scalar.style)
        let offset = walk.offset(ofByte: index)
        return source.location(offset..<offset)
    }
}
