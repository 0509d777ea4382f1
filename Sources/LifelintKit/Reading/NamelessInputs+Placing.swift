// SPDX-License-Identifier: MIT

import LifelintModel

/// What is known of the devices of inputs, step by step.
extension NamelessInputs {
    /// What is known of the devices of inputs by now.
    struct Placing {
        private(set) var found: [Int: String]
        private(set) var rivals: RivalLives
        let models: ToldModels
        private var neighbours = Neighbours()

        init(found: [Int: String], rivals: RivalLives, models: ToldModels) {
            self.found = found
            self.rivals = rivals
            self.models = models
        }

        mutating func place(_ input: Input, on device: String) {
            found[input.number] = device
            neighbours.add(input, of: device)
            rivals.place(input.number, on: device)
        }

        /// Takes inputs to be of the devices whose logs tell of the same processes, as far as they may be; and what
        /// knows no process ids of that of which those are that tell all its launches.
        mutating func place(_ open: [Input], _ known: [Int: String]) {
            for input in open where found[input.number] == nil {
                guard let device = known[input.number] else { continue }
                if mayBe(input, of: device) { place(input, on: device) }
            }
            let numberless = open.filter { $0.isNumberless && found[$0.number] == nil }
            if numberless.isEmpty { return }
            var ofGroups: [String: Set<String>] = [:]
            for input in open {
                guard let device = found[input.number] else { continue }
                ofGroups[rivals.group(of: input.number), default: []].insert(device)
            }
            for input in numberless {
                guard let devices = ofGroups[rivals.group(of: input.number)], devices.count == 1,
                    let device = devices.first, mayBe(input, of: device)
                else { continue }
                place(input, on: device)
            }
        }

        private func mayBe(_ input: Input, of device: String) -> Bool {
            rivals.mayBe(input.number, of: device) && models.mayBe(input.number, of: device)
        }

        /// Takes inputs to be of the devices that their folders name, as far as they may be.
        ///
        /// - Returns: the rest, which no device is that is named there.
        mutating func place(_ rows: [(input: Input, device: String)]) -> [Input] {
            var groups: [String: Set<String>] = [:]
            let meant = rows.filter { rivals.mayBe($0.input.number, of: $0.device) }
            for row in meant { groups[row.device, default: []].insert(rivals.group(of: row.input.number)) }
            for row in meant {
                let isOnly = groups[row.device]?.isDisjoint(with: rivals.rivals(of: row.input.number)) ?? true
                if isOnly { place(row.input, on: row.device) }
            }
            return rows.map(\.input).filter { found[$0.number] == nil }
        }

        /// Takes inputs to be of the device of others that tell of the same processes, or lie beside them.
        ///
        /// - Returns: the rest.
        mutating func placeBesideOthers(
            _ rows: [(input: Input, group: String?)], _ waiting: Set<String>
        ) -> [(input: Input, group: String?)] {
            var rest: [(input: Input, group: String?)] = []
            for row in rows {
                let isAlone = rivals.rivals(of: row.input.number).isDisjoint(with: waiting)
                if let device = neighbours.device(of: row.input, isAlone: isAlone), mayBe(row.input, of: device) {
                    found[row.input.number] = device
                } else {
                    rest.append(row)
                }
            }
            return rest
        }
    }

    /// Inputs without a device of which it is known all the same: others tell of the same processes, or lie beside
    /// them.
    private struct Neighbours {
        private var ofProcess: [Subject: Set<String>] = [:]
        private var ofFolder: [String: Set<String>] = [:]

        mutating func add(_ input: Input, of device: String) {
            for process in input.heard.keys { ofProcess[process, default: []].insert(device) }
            ofFolder[input.folder, default: []].insert(device)
        }

        /// - Parameter isAlone: whether what lies beside it may tell: nothing else is waiting that is of another
        ///   device.
        func device(of input: Input, isAlone: Bool) -> String? {
            let told = input.heard.keys.reduce(into: Set<String>()) { $0.formUnion(ofProcess[$1] ?? []) }
            let meant = told.isEmpty && isAlone ? ofFolder[input.folder] ?? [] : told
            return meant.count == 1 ? meant.first : nil
        }
    }
}
