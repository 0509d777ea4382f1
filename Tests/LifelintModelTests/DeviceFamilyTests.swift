// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What models and systems are called tells the family of the device.
struct DeviceFamilyTests {
    static let models: [(model: String, family: DeviceFamily?)] = [
        ("iPhone15,2", .phone), ("iPod9,1", .pod), ("iPad13,8", .pad), ("Watch7,5", .watch),
        ("AppleTV14,1", .television), ("RealityDevice14,1", .headset), ("Mac14,2", .mac), ("MacBookPro18,3", .mac),
        ("iMac21,1", .mac), ("VirtualMac2,1", .mac), ("iPhone", .phone), ("x86_64", nil), ("iphone15,2", nil),
        ("iP", nil), ("", nil),
    ]

    static let systems: [(system: String, family: DeviceFamily?)] = [
        ("iPhone OS 12.4", .phone), ("iOS 17.5", .phone), ("ios 17.5", .phone), ("iPadOS 17.5", .pad),
        ("Watch OS 7.3", .watch), ("watchOS 11.2", .watch), ("tvOS 18.0", .television), ("Apple TVOS 12", .television),
        ("visionOS 2.0", .headset), ("xrOS 1.0", .headset), ("macOS 15.1", .mac), ("Mac OS X 10.15.7", .mac),
        ("OS X 10.11", .mac), ("17.5", nil), ("Linux", nil), ("", nil),
    ]

    @Test(arguments: models) func `a model tells the family`(model: String, family: DeviceFamily?) {
        #expect(DeviceFamily(model: model) == family)
    }

    @Test(arguments: systems) func `a system tells the family, in any case`(system: String, family: DeviceFamily?) {
        #expect(DeviceFamily(system: system) == family)
    }

    @Test func `nothing is told of what is not`() {
        #expect(DeviceFamily(model: nil) == nil)
        #expect(DeviceFamily(system: nil) == nil)
    }

    @Test func `phones, iPods and iPads are handhelds`() {
        #expect(DeviceFamily.allCases.filter(\.isHandheld) == [.phone, .pod, .pad])
    }

    @Test(arguments: [
        ("iPhone15,2", true, true), ("Watch7,5", true, true), ("Mac14,2", true, false), ("VirtualMac2,1", true, false),
        ("iPhone 14 Pro", false, false), ("15,2", false, false), ("iPhone15", false, false),
        ("iPhone15,", false, false),
    ]) func `a model with two numbers is one, and tells devices apart unless Macs may run as it`(
        model: String, isNumbered: Bool, tellsDevices: Bool
    ) {
        #expect(HardwareModel.isNumbered(model) == isNumbered)
        #expect(HardwareModel.tellsDevices(model) == tellsDevices)
    }
}
