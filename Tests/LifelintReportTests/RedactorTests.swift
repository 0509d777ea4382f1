// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintReport

/// What is personal is masked however it is quoted, and nothing else is.
@Suite struct RedactorTests {
    private static func masked(_ text: String, devices: [String] = []) -> String {
        let redactor = Redactor()
        for device in devices { redactor.remember(device: device) }
        return redactor.text(text)
    }

    /// What a text that was cut ends with may be the beginning of an address.
    @Test(
        arguments: [
            ("note jane.doe@corporate-mail.e…", "note …"), (#""device":"00008110-001…"#, #""device":"…"#),
            ("Authorization: Bearer eyJhbG…", "Authorization: Bearer …"), ("token <740f4707 bebcf74f 88…", "token <…"),
            ("open /Users/an…", "open …"), ("saved …", "saved …"),
            ("mail a@b.example, then jane@ex… ended", "mail email-1, then … ended"),
            ("grüße", "grüße"),
        ]) func `half of what is personal is not shown either`(_ row: (text: String, expected: String))
    {
        #expect(Self.masked(row.text) == row.expected)
    }

    @Test(
        "addresses in a network are masked, and versions are none",
        arguments: [
            ("peer fe80::1c2b:3d4e:5f60:7182 refused, 10.0.0.7 too", "peer address-1 refused, address-2 too"),
            ("[fe80::1%en0]:443, ip=2001:db8::1: no route", "[address-1]:443, ip=address-2: no route"),
            ("to 2001:0db8:0:0:0:0:0:1.", "to address-1."), ("in 2001:db8::", "in address-1"),
            ("at 10:00:00, ab::cd::e, std::de::fa, f::a1, 1:2:3", "at 10:00:00, ab::cd::e, std::de::fa, f::a1, 1:2:3"),
            ("from 192.168.1.23:8080 to 10.0.0.7, 192.168.1.23", "from address-1:8080 to address-2, address-1"),
            ("http://10.0.0.7/x", "http://address-1/x"), ("mac aa:bb:cc:0d:ee:ff.", "mac address-1."),
            ("version 4.2.0.117", "version 4.2.0.117"), ("Notes 17.5.1", "Notes 17.5.1"),
            ("Notes/4.2.0.1 CFNetwork/1.2.3.4", "Notes/4.2.0.1 CFNetwork/1.2.3.4"), ("1.2.3.4.5", "1.2.3.4.5"),
            ("300.1.2.3", "300.1.2.3"), ("aa:bb:cc:dd:ee:ff:00", "aa:bb:cc:dd:ee:ff:00"),
            ("10:00:00 1.2.3.4567", "10:00:00 1.2.3.4567"), ("aa:bb:cc", "aa:bb:cc"),
        ]) func `addresses`(_ text: String, _ expected: String)
    {
        #expect(Self.masked(text) == expected)
    }

    @Test(
        arguments: [
            ("Users/jane/x.lifelog", "Users/user-1/x.lifelog"),
            ("home/jane/a/b.zip!/home/john/c", "home/user-1/a/b.zip!/home/user-2/c"),
            ("/Users/jane/x.log", "/Users/user-1/x.log"), ("home/x.log", "home/x.log"),
            ("Users/Shared/x.log", "Users/Shared/x.log"),
            ("logs/users.log", "logs/users.log"), ("homes/jane/x", "homes/jane/x"),
        ]) func `a path may begin without a slash`(path: String, expected: String)
    {
        #expect(Redactor().path(path) == expected)
        var finding = Finding.sample()
        finding.evidence[0].line.at.file = path
        finding.suppressed = .init(reason: "known", by: path + ":3", until: nil)
        let redacted = Redactor().redacted(finding)
        #expect(redacted.evidence[0].line.at.file == expected && redacted.suppressed?.by == expected + ":3")
        #expect(Self.masked("home/feed/top was opened") == "home/feed/top was opened")
    }

    @Test(
        "what is personal is masked however JSON writes it",
        arguments: [
            (#"{"device":"Jane\u2019s iPhone","x":1}"#, #"{"device":"device-1","x":1}"#),
            (#"{\"device\":\"Jane\\u2019s iPhone\"}"#, #"{\"device\":\"device-1\"}"#),
            (#"{"device":"Jane \"JD\" Doe"}"#, #"{"device":"device-2"}"#), ("on Jane \"JD\" Doe.", "on device-2."),
            (
                #"{"name":"sync /Users/J\u00fcrgen/x"} /Users/Jürgen/y"#,
                #"{"name":"sync /Users/user-1/x"} /Users/user-1/y"#
            ),
            (#"{"userID":"J\u00fcrgen.M\u00FCller"}"#, #"{"userID":"user-1"}"#),
            (#"{"password":"ab\"cd\\efgh99","x":"y"}"#, #"{"password":"token-1","x":"y"}"#),
            (#"{\"password\":\"abcd9\",\"x\":\"y\"}"#, #"{\"password\":\"token-1\",\"x\":\"y\"}"#),
            (#"{"password":"ab\"#, #"{"password":"token-1\"#), (#"on \ud83d\ude80 and \ud83d"#, #"on 🚀 and \ud83d"#),
            (#"\u0022 \u005c \u001b \u12 \users"#, #"\u0022 \u005c \u001b \u12 \users"#),
        ])
    func escapes(_ text: String, _ expected: String) {
        #expect(Self.masked(text, devices: ["Jane’s iPhone", #"Jane "JD" Doe"#]) == expected)
    }

    @Test func `the device that was asked for is masked`() {
        var header = SampleReport().header
        header.configuration.selection.device = "Annas-iPhone"
        header.configuration.selection.apps = ["com.acme.*"]
        let redacted = Redactor().redacted(header).configuration.selection
        #expect(redacted.options == ["--app com.acme.*", "--device device-1"])
    }

    @Test(
        "what was said of an end is masked though its numbers are gone, and what was met before has the same mask",
        arguments: [
            ("for anna.miller%40example.org, x", "for email-1, x"),
            ("for anna.1984.miller@example.org", "for email-1"), ("for 7anna@example.org.", "for email-1."),
            ("udid 00008110-001A2B3C4D5E6F70 is", "udid device-2 is"),
            ("udid=12ab34cd56ef", "udid=device-2"), ("on Zeldas-iPhone-15, x", "on device-1, x"),
            ("user=1B4E28BA-2FA1-11D2-883F-0016D3CCA427", "user=user-1"), ("password=12secret", "password=token-1"),
            (
                "Index 7 out of range, 12.5 MB of 50%, at 0x10 in 3ms",
                "Index <n> out of range, <n>.<n> MB of <n>%, at <n> in <n>ms"
            ),
            ("Notes/Editor.swift:42: row 12", "Notes/Editor.swift:42: row <n>"), ("no number", "no number"),
        ])
    func numberless(_ text: String, _ expected: String) {
        let redactor = Redactor()
        redactor.remember(device: "Zeldas-iPhone-15")
        let told = redactor.text("“" + text + "”")
        let culprit = redactor.culprit(SaidWords.withoutNumbers(text))
        #expect(culprit == expected)
        for mask in ["email-1", "device-2", "user-1", "token-1"] where told.contains(mask) {
            #expect(culprit.contains(mask), "\(told)")
        }
        #expect(redactor.culprit(culprit) == culprit, "a mask stays")
        // Where nothing else names it, no part of it is shown either.
        let alone = Redactor()
        alone.remember(device: "Zeldas-iPhone-15")
        let masked = alone.culprit(SaidWords.withoutNumbers(text))
        for part in ["anna", "miller", "1A2B", "B4E28BA", "FA1", "D3CCA", "ab34", "Zeldas", "secret"] {
            #expect(!masked.contains(part), "\(masked)")
        }
    }

    @Test(
        "slashes and quotes that JSON writes with a backslash do not end what is personal",
        arguments: [
            (#""token":"q8Zk2Lm9Xc\/Vb7Nn4Pp1Rr6Tt==""#, #""token":"token-1""#),
            (
                #"Bearer q8Zk2Lm9Xc\/Vb7Nn4Pp1Rr6Tt, Bearer q8Zk2Lm9Xc/Vb7Nn4Pp1Rr6Tt"#,
                "Bearer token-1, Bearer token-1"
            ),
            (#"?access_token=abc123\/def456&v=2"#, "?access_token=token-1&v=2"),
            (#"password=a\\/b c"#, "password=token-1 c"),
            (#"smb:\/\/jane:hunter2@nas.example.com\/share"#, #"smb:\/\/token-1@nas.example.com\/share"#),
            (#""u":"https:\/\/jane:hunter2@nas\/x""#, #""u":"https:\/\/token-1@nas\/x""#),
            (#""x":"Bearer abcdefgh12345678\/""#, #""x":"Bearer token-1\/""#),
        ])
    func slashes(_ text: String, _ expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        "a value in quotes is masked to its last word",
        arguments: [
            (#"{"username":"Jane Doe","x":"y z"}"#, #"{"username":"user-1","x":"y z"}"#),
            (#"{"user":"6E1D3C0A-0000-4000-8000-0123456789AB x"}"#, #"{"user":"user-1 x"}"#),
            (#"{"userID" : "u 48 392"}"#, #"{"userID" : "user-1"}"#),
            (
                #"{\"password\":\"hun ter2\",\"token\":\"abc123def456\"}"#,
                #"{\"password\":\"token-1\",\"token\":\"token-2\"}"#
            ),
            (#"{\"password\":\"a \\\"b\\\" c\",\"x\":1}"#, #"{\"password\":\"token-1\",\"x\":1}"#),
            (#"{"password":"a \"b\" c\\","x":"y"}"#, #"{"password":"token-1\\","x":"y"}"#),
            (#"{"password":"","x":"y z"}"#, #"{"password":"","x":"y z"}"#),
            ("{'username': 'Jane O'Neil', 'x': 'y z'}", "{'username': 'user-1', 'x': 'y z'}"),
            (#"password="hun ter2" x"#, #"password="token-1" x"#), (#"password="hun ter"#, #"password="token-1"#),
            (#""?password=", "x": "y""#, #""?password=", "x": "y""#),
            (#"{""password"":""hun ter2"",""x"":1}"#, #"{""password"":""token-1"",""x"":1}"#),
            (#"userID: Optional("Jane Doe")"#, #"userID: Optional("user-1")"#),
            ("userID: Optional(483920)", "userID: Optional(user-1)"),
            (#""Authorization":"Bearer abc.DEF-123_x y""#, #""Authorization":"Bearer token-1""#),
            (#""deviceToken":"<740f4707 bebcf74f 9b7c25d4>""#, #""deviceToken":"<token-1>""#),
            (#"“{"password":"hun ter” at ten"#, #"“{"password":"token-1” at ten"#),
        ])
    func quotes(_ text: String, _ expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        "what can only be a secret is masked whatever its letters are",
        arguments: [
            ("Authorization: Basic aGFuczpzZWNyZXQ=", "Authorization: Basic token-1"),
            ("Authorization: Bearer opensesame", "Authorization: Bearer token-1"),
            (#""Authorization":"token opensesame""#, #""Authorization":"token token-1""#),
            ("with Bearer aGFuczpzZWNyZXQ sent", "with Bearer token-1 sent"),
            ("with Basic aGFuczpzZWNyZXQ= sent", "with Basic token-1 sent"),
            ("access_token=opensesame", "access_token=token-1"), ("?token=opensesame&v=2", "?token=token-1&v=2"),
            ("token=mySecretTokenValue", "token=token-1"), (#"{"token":"mySecret"}"#, #"{"token":"token-1"}"#),
            (#"{"id_token":"opensesame"}"#, #"{"id_token":"token-1"}"#), ("apiKey: opensesame", "apiKey: token-1"),
            ("session_id=8f3a2b1c9d", "session_id=token-1"),
            ("https://x/y?sv=1&sig=Z%2FRHIX5Xcg0M%3D", "https://x/y?sv=1&sig=token-1"),
            ("?signature=aaaabbbbcccc1111&code=4/0AX4XfWh-x", "?signature=token-1&code=token-2"),
        ])
    func secrets(_ text: String, _ expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        "data that may be a push token is masked as the system prints it",
        arguments: [
            ("<740f4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387 462c7eaf 61bb78ad>", "<token-1>"),
            (
                "x {length = 32, bytes = 0x740f4707 bebcf74f 9b7c25d4 8e335894 ... 462c7eaf 61bb78ad }",
                "x {length = 32, bytes = token-1 }"
            ),
            (
                "deviceToken = {length = 32, bytes = 0x740f4707 bebcf74f 9b7c25d4 8e335894 ... 462c7eaf 61bb78ad }",
                "deviceToken = {length = 32, bytes = token-1 }"
            ),
            ("deviceToken: {length = 6, bytes = 0x740f4707bebc}, x", "deviceToken: {length = 6, bytes = token-1}, x"),
            ("{length = 32, bytes = 0x740f4707 bebcf74f 9b7c…", "{length = 32, bytes = …"),
            ("<740f4707 bebcf74f>", "<740f4707 bebcf74f>"), ("at 0x740f4707 bebcf74f", "at 0x740f4707 bebcf74f"),
            ("{length = 4, bytes = 0x740f4707}", "{length = 4, bytes = 0x740f4707}"),
        ])
    func data(_ text: String, _ expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        "a path keeps words that name nobody, whatever devices are called",
        arguments: [
            ("test", "tests/latest-test.lifelog", "tests/latest-test.lifelog"), ("app", "app/x.log", "app/x.log"),
            ("anna", "logs/anna/x-anna.log", "logs/device-1/x-device-1.log"),
        ])
    func paths(_ device: String, _ path: String, _ expected: String) {
        let redactor = Redactor()
        redactor.remember(device: device)
        #expect(redactor.path(path) == expected)
    }

    @Test(
        "what a device is called is masked behind its label",
        arguments: [
            (#""deviceName":"Jane's iPhone""#, #""deviceName":"device-1""#),
            (#""device_name":"Jane’s iPhone","x":1"#, #""device_name":"device-1","x":1"#),
            ("deviceName=Jane’s iPhone pid=7", "deviceName=device-1 pid=7"),
            ("Device Name: x", "Device Name: x"), ("deviceName: Anna K, x", "deviceName: device-1, x"),
            (#""deviceName":"iPhone""#, #""deviceName":"iPhone""#), ("deviceName=null", "deviceName=null"),
        ])
    func deviceNames(_ text: String, _ expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        "the device of a row that was stamped and passed on is masked",
        arguments: [
            ("2026-03-02T09:58:45.1234567Z Mar  2 09:58:41 ", " Notes(UIKitCore)[71] <Notice>: x"),
            ("2026-03-02 09:58:45:123 - [IOSDeviceLog] Mar 12 09:58:41 ", " kernel[0] <Notice>: x"),
            ("[task 2026-03-02T09:58:45Z] 2026-03-02 09:58:41.000000+0200  ", " Notes[71]: x"),
            ("the-name-of-a-service-1  | Mar  2 09:58:41 ", " kernel[0] <Notice>: x"),
        ])
    func passedOn(_ before: String, _ behind: String) {
        #expect(Self.masked(before + "Jane" + behind) == before + "device-1" + behind)
    }

    @Test(
        "a name with spaces is masked however many there are, and wherever it was cut",
        arguments: [
            (#"{"device":"Person69 Smith's iPhone"}"#, #"{"device":"device-70"}"#),
            ("on Person3 Smith's iPhone and Person3 Smith's iPhone", "on device-4 and device-4"),
            (#"device":"Person69 Smith's …"#, #"device":"…"#), (#"device":"Person69 Smith's iPh…"#, #"device":"…"#),
            (#"device":"Person69…"#, #"device":"…"#), ("a person Smith's …", "a person Smith's …"),
        ])
    func phrases(_ text: String, _ expected: String) {
        #expect(Self.masked(text, devices: (0..<70).map { "Person\($0) Smith's iPhone" }) == expected)
    }

    @Test(
        arguments: [
            // User names in paths.
            ("open /Users/anna/Library/x.db failed", "open /Users/user-1/Library/x.db failed"),
            ("/home/anna/app.log", "/home/user-1/app.log"), ("file:///Users/anna/x", "file:///Users/user-1/x"),
            (#"C:\Users\Anna K\AppData\x"#, #"C:\Users\user-1\AppData\x"#),
            (#"{"path":"C:\\Users\\anna\\x"}"#, #"{"path":"C:\\Users\\user-1\\x"}"#),
            (#"{"procPath":"\/Users\/anna\/Library"}"#, #"{"procPath":"\/Users\/user-1\/Library"}"#),
            ("%2FUsers%2Fanna%2Fx", "%2FUsers%2Fuser-1%2Fx"), ("in '/Users/zoë'", "in '/Users/user-1'"),
            ("/Users/anna and /Users/ben and /Users/anna", "/Users/user-1 and /Users/user-2 and /Users/user-1"),
            // E-mail addresses.
            ("sent to anna.k+x@mail.example.com.", "sent to email-1."), ("<anna@example.com>", "<email-1>"),
            ("mailto:anna%40example.com", "mailto:email-1"), ("“anna@example.com”", "“email-1”"),
            ("ANNA@Example.com anna@example.com", "email-1 email-1"), ("u=anna@example.org&x", "u=email-1&x"),
            // Devices.
            ("00008110-000A1B2C3D4E801E", "device-1"), ("log_00008110-000a1b2c3d4e801e_1.txt", "log_device-1_1.txt"),
            ("x-00008110-000A1B2C3D4E801E-y", "x-device-1-y"),
            ("CrashReporter Key:   Ab12", "CrashReporter Key:   device-1"),
            (#""crashReporterKey" : "cafe""#, #""crashReporterKey" : "device-1""#),
            (#"{\"udid\":\"cafe\"}"#, #"{\"udid\":\"device-1\"}"#), ("device_id=ab12, x", "device_id=device-1, x"),
            ("0123456789abcdef0123456789abcdef01234567", "device-1"),
            ("May 12 10:00:00 Annas-iPhone kernel[0] <Notice>: x", "May 12 10:00:00 device-1 kernel[0] <Notice>: x"),
            ("May 12 10:00:00 anna kernel(x)[0] <Notice>: x", "May 12 10:00:00 device-1 kernel(x)[0] <Notice>: x"),
            (
                "2026-05-12 10:00:00.000000+0200  anna Notes[1]: x",
                "2026-05-12 10:00:00.000000+0200  device-1 Notes[1]: x"
            ),
            ("on Annas-iPhone.local", "on device-1.local"), ("iPad-von-Zoë", "device-1"),
            // People that an app numbers.
            ("userID=6E1D3C0A-0000-4000-8000-0123456789AB, ok", "userID=user-1, ok"),
            (
                #"{"account_id":"42117","user":"6e1d3c0a-0000-4000-8000-0123456789ab"}"#,
                #"{"account_id":"user-1","user":"user-2"}"#
            ),
            ("GET /users/6E1D3C0A-0000-4000-8000-0123456789AB/drafts", "GET /users/user-1/drafts"),
            // Tokens.
            ("Authorization: Bearer abc.DEF-123_x", "Authorization: Bearer token-1"),
            ("authorization=Basic YW5uYTpzZWNyZXQ=", "authorization=Basic token-1"),
            ("with Bearer abcdefgh12345678 sent", "with Bearer token-1 sent"),
            ("?access_token=abc123def456&v=2", "?access_token=token-1&v=2"),
            (#"{"apiKey":"0a1b2c3d4e5f"}"#, #"{"apiKey":"token-1"}"#), ("password=x", "password=token-1"),
            ("X-API-Key: 0a1b2c3d4e5f", "X-API-Key: token-1"),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1", "token-1"),
            ("key ghp_0123456789abcdefABCDEF0123456789abcd", "key token-1"),
            ("AKIA0123456789ABCDEF", "token-1"), ("https://anna:secret@example.com/x", "https://token-1@example.com/x"),
            ("deviceToken: <740f4707 bebcf74f 9b7c25d4 8e335894>", "deviceToken: <token-1>"),
            ("Set-Cookie: a=1; b=2", "Set-Cookie: token-1"),
        ] as [(String, String)])
    func `personal data is masked`(text: String, expected: String) {
        #expect(Self.masked(text) == expected)
        #expect(Self.masked(expected) == expected, "a mask stays")
    }

    @Test(
        arguments: [
            "com.acme.notes/A1/71@2026-03-02T09:58:41.000Z", "icon@2x.png", "a @ b", "anna@host", "@",
            "2026-05-12 10:00:00.000000+0200  localhost Notes[1]: x", "2026-05-12 10:00:00.000 Df Notes[1:1a2b] x",
            "2026-05-12 10:00:00.000000+0200 Notes[401:2101] [Application] x", "May 12 10:00:00 Notes[1] <Notice>: x",
            "May 12 10:00:00 Notes[1] <Notice>: from 10:00:01 some thing[1]", "iPhone-15-Pro", "iPad-mini",
            "/private/var/mobile/Containers/Data/Application", "/Users/Shared/x", "/Users/", "home/x", "Users",
            "accessToken: expired", "pushToken=nil", "Authorization: granted", "Authorization: not determined",
            "locationAuthorization=authorizedWhenInUse", "Basic LaunchTestCase ran", "observation token: MyObserver",
            "sig=abcdef12", "code=abcdef12", "signature=abcdef12", "session=abcdef12",
            "task token=7", "the token: cancelled", "Cancellation token: none", "bearer of news", "basic launch",
            "23d7185af7761dbe", "6E1D3C0A-main", "trigger=user", "owner: upload draft",
            "scene=6E1D3C0A-0000-4000-8000-0123456789AB",
            "ended by user: swipe", "userID: null", "password: null", "secret", "foo@1.2.3",
            "namespace=RUNNINGBOARD code=0x2182bad2 status=9", "2026-03-02T09:58:41.000Z", "ünïcödé — “x”", "",
            String(repeating: "-", count: 5_000), String(repeating: "@", count: 5_000),
        ])
    func `what is not personal stays`(text: String) { #expect(Self.masked(text) == text) }

    @Test(
        arguments: [
            ("Lab-A1", "device Lab-A1, 7", "device device-1, 7"), ("Lab-A1", "x-lab-a1-y", "x-device-1-y"),
            ("Lab-A1", "Lab-A12", "Lab-A12"), ("D1", "ID1 D1 D12", "ID1 device-1 D12"),
            ("Anna's iPhone", "on Anna's iPhone now", "on device-1 now"), ("7", "identifier 7", "identifier 7"),
            ("iPhone", "iPhone 15", "iPhone 15"),
            (
                "6E1D3C0A-0000-4000-8000-0123456789AB", "Devices/6e1d3c0a-0000-4000-8000-0123456789ab/data",
                "Devices/device-1/data"
            ),
        ])
    func `devices of the report are found in texts`(device: String, text: String, expected: String) {
        #expect(Self.masked(text, devices: [device]) == expected)
    }

    @Test(
        arguments: [
            ("com.acme/D1/7@2026-03-02T09:58:41Z", "com.acme/device-1/7@2026-03-02T09:58:41Z"),
            ("com.acme/-/7@2026-03-02T09:58:41Z#2", "com.acme/-/7@2026-03-02T09:58:41Z#2"),
            ("a/b/D1/-@2026-03-02T09:58:41Z", "a/b/device-1/-@2026-03-02T09:58:41Z"),
            ("x/Anna's iPhone/7@1", "x/device-2/7@1"), ("com.acme/device-4/7@1", "com.acme/device-4/7@1"), ("x", "x"),
        ])
    func `devices are masked in ids of runs`(id: String, expected: String) {
        let redactor = Redactor()
        redactor.remember(device: "D1")
        #expect(redactor.runID(id) == expected)
    }

    @Test(
        arguments: [
            ("background", "It went to the background at 10:00.", "It went to the background at 10:00."),
            (
                "app", "The app crashed with background task 7 “app” open.",
                "The app crashed with background task 7 “device-1” open."
            ),
            ("it", "It was killed.", "It was killed."),
            ("app", "The file /var/app/x was read.", "The file /var/device-1/x was read."),
            ("app", "Two inputs of device app differ.", "Two inputs of device device-1 differ."),
            (
                "app", "'app' is no value, the app's and \"app\" is.",
                "'device-1' is no value, the app's and \"device-1\" is."
            ),
            ("anna", "Unsaved since 10:00: anna.", "Unsaved since 10:00: device-1."),
            ("Lab-A1", "It ran on Lab-A1.", "It ran on device-1."),
            ("background", "It opened background-task and went.", "It opened background-task and went."),
        ])
    func `a sentence keeps its own words, whatever devices are called`(device: String, text: String, expected: String) {
        let redactor = Redactor()
        redactor.remember(device: device)
        #expect(redactor.sentence(text) == expected)
        #expect(redactor.sentence(expected) == expected)
    }

    @Test func `a device with a name of many words changes no event and no sentence of a report`() throws {
        var run = AppRun.killedInBackground
        run.device = "app"
        run.id = "com.acme.notes/app/71@2026-03-01T10:00:00.000Z"
        run.story = "The app went to the background."
        run.ending.detail[.kind] = .string("app")
        run.ending.because[0].text = "on app: process.exit"
        var finding = Finding.sample()
        finding.run = run.id
        finding.message = "The app crashed."
        finding.culprit = "app.didBecomeActive"
        var redacted = run
        let report = try RedactedReport(SampleReport(runs: [run], findings: [finding]))
        try report.forEachRun { redacted = $0 }
        #expect(redacted.device == "device-1" && redacted.id == "com.acme.notes/device-1/71@2026-03-01T10:00:00.000Z")
        #expect(redacted.story == run.story && redacted.ending.detail[.kind] == .string("app"))
        #expect(redacted.events.map(\.event) == run.events.map(\.event))
        #expect(redacted.ending.because[0].text == "on device-1: process.exit")
        try report.forEachFinding { #expect($0.message == "The app crashed." && $0.culprit == "app.didBecomeActive") }
    }

    /// A test phone is often called after the company.
    @Test func `an app is called one thing, whatever its device is called`() throws {
        var run = AppRun.killedInBackground
        run.device = "Acme"
        run.story = "com.acme.notes 1.2 (pid 71) was launched on Acme."
        var report = SampleReport(runs: [run])
        report.header.appVerdicts = [
            .init(app: "com.acme.notes", verdicts: [:]), .init(app: "Acme", verdicts: [:]),
            .init(app: nil, verdicts: [:]),
        ]
        let redacted = try RedactedReport(report)
        try redacted.forEachRun {
            #expect($0.story == "com.acme.notes 1.2 (pid 71) was launched on device-1.")
        }
        #expect(redacted.header.appVerdicts.map(\.app) == ["com.acme.notes", "device-1", nil])
    }

    @Test func `what a log says of version, system and model is masked`() throws {
        var run = AppRun.killedInBackground
        let mail = "anna@example.com"
        (run.version, run.build, run.os, run.model) = (mail, mail, mail, mail)
        let report = try RedactedReport(SampleReport(runs: [run]))
        try report.forEachRun {
            #expect([$0.version, $0.build, $0.os, $0.model] == ["email-1", "email-1", "email-1", "email-1"])
        }
    }

    @Test func `a redacted report has the same runs and findings, without what is personal`() throws {
        for seed in UInt64(1)...20 {
            var random = RandomReport(seed: seed)
            let report = random.report()
            let redacted = try RedactedReport(report)
            #expect(redacted.header.configuration.isRedacted)
            var ids: [String] = []
            try redacted.forEachRun { ids.append($0.fingerprint) }
            var expected: [String] = []
            try report.forEachRun { expected.append($0.fingerprint) }
            #expect(ids == expected)
            var fingerprints: [String] = []
            try redacted.forEachFinding { fingerprints.append($0.fingerprint) }
            var known: [String] = []
            try report.forEachFinding { known.append($0.fingerprint) }
            #expect(fingerprints == known)
            // Twice is once.
            let once = try Self.json(redacted)
            let twice = try Self.json(RedactedReport(redacted))
            #expect(once == twice)
        }
    }

    private static func json(_ report: any ReportContents) throws -> [UInt8] {
        var sink: any ByteSink = MemorySink()
        try JSONRenderer().render(report, options: RenderOptions(), into: &sink)
        return (sink as? MemorySink)?.bytes ?? []
    }
}

extension AppRun {
    /// What redaction leaves as it is.
    fileprivate var fingerprint: String { "\(app ?? "-") \(start.time.rfc3339) \(pid ?? -1) \(ending.cause.rawValue)" }
}
