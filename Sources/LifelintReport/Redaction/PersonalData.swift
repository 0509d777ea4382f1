// SPDX-License-Identifier: MIT

/// What tells who somebody is, as it stands in a text.
struct PersonalData: Equatable {
    /// What it is; each kind has masks of its own.
    enum Kind: String, CaseIterable {
        case user, email, device, token, address
    }

    /// What it is.
    var kind: Kind
    /// The bytes of the text that it takes.
    var range: Range<Int>
}

extension PersonalData {
    /// What the name before a value says of the value: `token=…`, `"udid":"…"`, `Authorization: …`.
    enum Label {
        /// A value that is long or mixed enough to be a secret.
        case token
        /// Whatever the value is, unless it says what became of the token.
        case credential
        /// Whatever the value is.
        case password
        /// A value that may have two words, such as `Bearer …`.
        case authorization
        /// The rest of the line.
        case cookie
        case device
        /// A value that may have several words.
        case deviceName
        /// Whatever the value is: it stands for a person.
        case user
        /// A value that stands for a person where it is a UUID.
        case account

        /// Names of what nothing but a secret is called.
        private static let credentials = [
            "accesstoken", "refreshtoken", "authtoken", "sessiontoken", "bearertoken", "devicetoken", "pushtoken",
            "apikey", "secretkey", "clientsecret", "privatekey", "authkey",
        ]
        /// Such names that are common endings of others.
        private static let exactCredentials: Set<String> = ["idtoken"]
        /// Names that whoever holds the value is let in by; longer ones may be any.
        private static let sessions: Set<String> = ["sessionid", "jsessionid", "phpsessid"]
        /// Parameters of a URL that sign it or are changed for a token; elsewhere the names are anything's.
        private static let signatures: Set<String> = ["sig", "signature", "code"]

        private static let tokens = [
            "token", "secret", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "jwt",
        ]
        private static let passwords = ["password", "passwd", "passphrase", "pwd", "credential", "credentials"]
        private static let devices = [
            "udid", "deviceid", "deviceidentifier", "deviceuuid", "idfv", "idfa", "identifierforvendor",
            "advertisingidentifier", "crashreporterkey", "serialnumber", "ecid", "imei", "meid", "macaddress",
            "installationid", "uniquechipid",
        ]
        private static let deviceNames = ["devicename", "computername"]

        private static let users = [
            "userid", "useridentifier", "useruuid", "username", "accountid", "accountidentifier", "accountuuid",
            "accountname", "appleid", "customerid", "memberid", "profileid", "playerid", "personid", "dsid",
        ]
        private static let accounts = ["user", "account", "customer", "member", "profile", "player", "person", "owner"]

        /// The label with that name; case, dashes and underscores do not matter.
        ///
        /// - Parameter isParameter: it stands in a URL, behind `?` or `&`.
        init?(_ name: ArraySlice<UInt8>, isParameter: Bool) {
            guard (3...40).contains(name.count) else { return nil }
            let plain = String(decoding: name.filter { $0 != 0x2D && $0 != 0x5F }.map(\.lowercased), as: UTF8.self)
            if Self.devices.contains(where: plain.hasSuffix) {
                self = .device
            } else if Self.deviceNames.contains(where: plain.hasSuffix) {
                self = .deviceName
            } else if plain.hasSuffix("authorization") {
                self = .authorization
            } else if plain.hasSuffix("cookie") {
                self = .cookie
            } else if Self.passwords.contains(where: plain.hasSuffix) {
                self = .password
            } else if Self.credentials.contains(where: plain.hasSuffix) || Self.exactCredentials.contains(plain) {
                self = .credential
            } else if Self.tokens.contains(where: plain.hasSuffix) {
                self = isParameter ? .credential : .token
            } else if Self.sessions.contains(plain) || isParameter && Self.signatures.contains(plain) {
                self = .token
            } else if Self.users.contains(where: plain.hasSuffix) {
                self = .user
            } else if Self.accounts.contains(where: plain.hasSuffix) {
                self = .account
            } else {
                return nil
            }
        }
    }

    /// What secrets of widely used services begin with.
    static let tokenPrefixes: [[UInt8]] = [
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-",
        "sk_live_", "sk_test_", "rk_live_", "pk_live_", "sk-", "npm_", "AKIA", "ASIA", "AIza", "ya29.", "SG.",
    ].map { Array($0.utf8) }
}

extension UInt8 {
    /// A letter of ASCII in lower case; any other byte as it is.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
    /// Whether it is a digit.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
    /// Whether it is a hexadecimal digit.
    var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
}
