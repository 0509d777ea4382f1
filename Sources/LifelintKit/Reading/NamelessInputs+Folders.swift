// SPDX-License-Identifier: MIT

import LifelintModel

/// What folders tell of the device of what lies in them.
extension NamelessInputs {
    /// What a folder names.
    enum Named {
        case one(String)
        case several
    }

    /// What a folder, or the nearest one around it, tells of the device.
    enum Nearest {
        /// That one, as the folder behind it tells.
        case one(String, folder: String)
        case several
        /// Nothing does up to that folder; the next one around it names several.
        case none(String)
    }

    static func nearest(to folder: String, _ named: [String: Named]) -> Nearest {
        var group: String?
        var next: String? = folder
        while let folder = next {
            switch named[folder] {
            case .one(let device): return .one(device, folder: folder)
            case .several: return group.map { .none($0) } ?? .several
            case nil: group = folder
            }
            next = parent(of: folder)
        }
        return .none(group ?? folder)
    }

    static func note(_ device: String, in folder: String, _ named: inout [String: Named]) {
        var next: String? = folder
        while let folder = next {
            switch named[folder] {
            case nil: named[folder] = .one(device)
            case .one(let other) where other != device: named[folder] = .several
            // What is known here is known around it.
            case .one, .several: return
            }
            next = parent(of: folder)
        }
    }

    static func folder(of path: String) -> String { parent(of: path) ?? "" }

    /// The folder that something lies in; the outermost one is empty.
    static func parent(of path: String) -> String? {
        if path.isEmpty { return nil }
        return path.folder.map { String($0) } ?? ""
    }

    /// What containers call the device: where a folder is about one device, and one such name occurs there, it is of
    /// that.
    ///
    /// Others name a device of their own.
    ///
    /// - Parameter known: inputs whose devices are known.
    func hosts(_ named: inout [String: Named], but known: Set<Int>) -> [Int: String] {
        var called: [String: Named] = [:]
        for input in inputs where input.isHost && !known.contains(input.number) {
            for device in input.devices { Self.note(device, in: input.folder, &called) }
        }
        var found: [Int: String] = [:]
        for input in inputs where input.isHost && !input.devices.isEmpty && !known.contains(input.number) {
            guard case .one(let device, let folder) = Self.nearest(to: input.folder, named),
                case .one? = called[folder]
            else { continue }
            found[input.number] = device
        }
        for input in inputs where input.isHost && found[input.number] == nil && !known.contains(input.number) {
            for device in input.devices { Self.note(device, in: input.folder, &named) }
            if input.devices.count == 1 { found[input.number] = input.devices.first }
        }
        return found
    }
}
