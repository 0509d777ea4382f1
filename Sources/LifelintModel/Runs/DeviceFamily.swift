// SPDX-License-Identifier: MIT

/// A family of devices, as what Apple calls its models and its systems tells it.
///
/// Which letters these names begin with is known here alone: models are asked for where no vocabulary has been read.
package enum DeviceFamily: Sendable, CaseIterable {
    case phone, pod, pad, watch, television, headset, mac

    /// The family of a model, as Apple numbers it or as people call it: `iPhone15,2`, `MacBookPro18,3`; nil where it
    /// is none of these.
    package init?(model: String?) {
        guard let model, let family = Self.first(of: Self.models, thatBegin: model, inAnyCase: false) else {
            return nil
        }
        self = family
    }

    /// The family that a system is for: `watchOS 11.2`, `iPhone OS 12.4`; nil where its name is none of these.
    ///
    /// That of an iPad mostly calls itself as that of a phone does.
    package init?(system: String?) {
        guard let system, let family = Self.first(of: Self.systems, thatBegin: system, inAnyCase: true) else {
            return nil
        }
        self = family
    }

    /// Whether the model may be put into a pocket or a bag, and has the home screen of a phone.
    package var isHandheld: Bool { self == .phone || self == .pod || self == .pad }

    /// How numbers of models begin.
    private static let models: [(StaticString, DeviceFamily)] = [
        ("iPhone", .phone), ("iPod", .pod), ("iPad", .pad), ("Watch", .watch), ("AppleTV", .television),
        ("RealityDevice", .headset), ("Mac", .mac), ("iMac", .mac), ("VirtualMac", .mac),
    ]

    /// How names of systems begin, in small letters: SDKs write them in any.
    private static let systems: [(StaticString, DeviceFamily)] = [
        ("iphone", .phone), ("ios", .phone), ("ipad", .pad), ("watch", .watch), ("tv", .television),
        ("appletv", .television), ("apple tv", .television), ("vision", .headset), ("xr", .headset), ("mac", .mac),
        ("os x", .mac),
    ]

    /// The family of the first name that a text begins with.
    ///
    /// Why unsafe: the buffer stays within its call.
    private static func first(
        of names: [(StaticString, DeviceFamily)], thatBegin text: String, inAnyCase: Bool
    ) -> DeviceFamily? {
        var text = text
        return text.withUTF8 { bytes in
            names.first { unsafe bytes.begins(with: $0.0, inAnyCase: inAnyCase) }?.1
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these begin with letters of ASCII.
    ///
    /// - Parameter inAnyCase: capitals count as the small letters that are sought.
    fileprivate func begins(with sought: StaticString, inAnyCase: Bool) -> Bool {
        let length = sought.utf8CodeUnitCount
        guard length <= count else { return false }
        for index in 0..<length {
            let (byte, letter) = unsafe (self[index], sought.utf8Start[index])
            if byte == letter { continue }
            guard inAnyCase, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte, byte | 0x20 == letter else { return false }
        }
        return true
    }
}
