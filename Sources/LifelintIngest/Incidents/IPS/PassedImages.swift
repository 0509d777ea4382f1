// SPDX-License-Identifier: MIT

import LifelintModel

/// The images of a body that were passed over: each is read when a call names it.
struct PassedImages {
    /// What calls need to know of an image.
    struct Told {
        fileprivate var number: Int
        /// Its name.
        var name: String?
        /// Whether it belongs to the app, by its path.
        var isOfApp: Bool
        /// Whether it is a runtime that the app carries along.
        var isCarried: Bool
    }

    private let tape: JSONTape
    private let list: Int
    private let count: Int
    private var known: [Told] = []

    init(_ tape: JSONTape, _ list: Int, count: Int) {
        self.tape = tape
        self.list = list
        self.count = count
    }

    /// The image of that number; nil if there is none.
    mutating func image(_ number: Int, _ stride: inout JSONStride) -> Told? {
        for image in known where image.number == number { return image }
        guard number >= 0, number < count, let element = tape.element(number, of: list) else { return nil }
        let image = read(number, tape.range(element).lowerBound, &stride)
        if known.isEmpty { known.reserveCapacity(8) }
        known.append(image)
        return image
    }

    private func read(_ number: Int, _ start: Int, _ stride: inout JSONStride) -> Told {
        let view = tape.view
        var name: JSONScalar?
        var path: JSONScalar?
        stride.forEachMember(view, at: start) { key, value in
            // All of an image's keys are as long, so that these four bytes tell them apart.
            guard key.count == 4 else { return }
            switch UInt32(truncatingIfNeeded: view.word(at: key.lowerBound)) {
            case PassedImages.nameKey: name = value
            case PassedImages.pathKey: path = value
            default: break
            }
        }
        let image = path.flatMap(inApp)
        return Told(
            number: number, name: name?.incidentText, isOfApp: image?.isOfApp ?? false,
            isCarried: image?.isCarried ?? false)
    }

    /// The image of that path, if it may lie in an app.
    private func inApp(_ path: JSONScalar) -> IncidentImage? {
        // Most are the system's, and a text costs more than a look; escapes may spell anything.
        let mayBeOfApp = PassedImages.marks.contains { $0.find(in: path.view, from: path.start, to: path.end) != nil }
        guard mayBeOfApp || spells(path) else { return nil }
        var image = IncidentImage()
        image.path = path.incidentText
        return image
    }

    /// What stands in the paths of apps as long as no slash of theirs is written with a backslash before it.
    private static let marks = [".app", ".xctest", "Products", "USER"].map { SoughtText($0) }

    /// Whether something of a path is written by its number.
    private func spells(_ path: JSONScalar) -> Bool {
        var position = path.start
        while let found = path.view.firstIndex(of: 0x75, from: position, to: path.end) {
            if path.view[found - 1] == 0x5C { return true }
            position = found + 1
        }
        return false
    }

    /// `name` and `path`, the first byte lowest.
    private static let nameKey: UInt32 = 0x656D_616E
    private static let pathKey: UInt32 = 0x6874_6170
}
