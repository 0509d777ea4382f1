// SPDX-License-Identifier: MIT

import LifelintModel

/// Collects the images that calls name, where a report has no list of them.
struct ImageTable {
    private(set) var images: [IncidentImage] = []
    private var places: [IncidentImage: Int] = [:]

    /// The place of an image in the list; nil if nothing is known of it, or the list is full.
    mutating func place(of image: IncidentImage) -> Int? {
        guard image.name != nil || image.uuid != nil || image.path != nil else { return nil }
        if let place = places[image] { return place }
        guard images.count < IngestLimits.imagesPerIncident else { return nil }
        images.append(image)
        places[image] = images.count - 1
        return images.count - 1
    }

    /// The last component of a path.
    static func name(ofPath path: String?) -> String? {
        guard let path else { return nil }
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
        return IncidentValues.text(String(path[path.index(after: slash)...]))
    }
}
