// SPDX-License-Identifier: MIT

/// Reports written for these tests, in the layouts of several systems.
enum IncidentSample {
    static let header =
        #"{"app_name":"Notes","timestamp":"2026-03-01 10:00:20.00 +0100","app_version":"2.1","#
        + #""slice_uuid":"0a1b2c3d-0000-3333-8888-00000000000a","build_version":"77","platform":2,"#
        + #""bundleID":"com.acme.notes","share_with_app_devs":0,"is_first_party":0,"bug_type":"309","#
        + #""os_version":"iPhone OS 26.3 (23D127)","roots_installed":0,"#
        + #""incident_id":"11111111-2222-4333-8444-555555555555","name":"Notes"}"#

    static let body = #"""
        {
          "uptime" : 1700,
          "procRole" : "Background",
          "version" : 2,
          "modelCode" : "iPhone17,1",
          "coalitionID" : 812,
          "osVersion" : {
            "isEmbedded" : true,
            "train" : "iPhone OS 26.3",
            "releaseType" : "User",
            "build" : "23D127"
          },
          "captureTime" : "2026-03-01 10:00:15.2504 +0100",
          "incident" : "11111111-2222-4333-8444-555555555555",
          "pid" : 4711,
          "bug_type" : "309",
          "procLaunch" : "2026-03-01 09:59:00.1000 +0100",
          "procStartAbsTime" : 40000000000,
          "procExitAbsTime" : 41803610000,
          "cpuType" : "ARM-64",
          "procName" : "Notes",
          "procPath" : "\/private\/var\/containers\/Bundle\/Application\/AAAA\/Notes.app\/Notes",
          "bundleInfo" : {"CFBundleShortVersionString":"2.1","CFBundleVersion":"77","CFBundleIdentifier":"com.acme.notes"},
          "storeInfo" : {"deviceIdentifierForVendor":"99999999-0000-4000-8000-000000000001","thirdParty":true},
          "parentProc" : "launchd",
          "parentPid" : 1,
          "coalitionName" : "com.acme.notes",
          "crashReporterKey" : "0123456789abcdef0123456789abcdef01234567",
          "wasUnlockedSinceBoot" : 1,
          "isLocked" : 0,
          "bootSessionUUID" : "B0070000-1111-4222-8333-444444444444",
          "exception" : {"codes":"0x0000000000000000, 0x0000000000000000","rawCodes":[0,0],"type":"EXC_CRASH","signal":"SIGKILL"},
          "termination" : {"flags":6,"code":2343432205,"namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.acme.notes(12345678-0000-4000-8000-000000000002)>:4711 exhausted real (wall clock) time allowance of 10.00 seconds","ProcessVisibility: Foreground","ProcessState: Running","WatchdogEvent: scene-update","WatchdogVisibility: Background","WatchdogCPUStatistics: (","\"Elapsed total CPU time (seconds): 29.600 (user 23.300, system 6.300), 48% CPU\",","\"Elapsed application CPU time (seconds): 0.235, 1.5% CPU\"",")","ThermalInfo: (","\"Thermal Level:   3\",","\"Thermal State:   nominal\"",") reportType:CrashLog maxTerminationResistance:Interactive>"]},
          "asi" : {"libsystem_c.dylib":["abort() called"],"libNotes.dylib":["Notes: the store is locked"]},
          "faultingThread" : 0,
          "threads" : [{"triggered":true,"id":9001,"queue":"com.apple.main-thread","frames":[{"imageOffset":4096,"symbol":"mach_msg2_trap","symbolLocation":8,"imageIndex":1},{"imageOffset":8192,"symbol":"$s5Notes5StoreC4save4nameySS_tF","symbolLocation":44,"sourceFile":"Store.swift","sourceLine":31,"imageIndex":0},{"imageOffset":9000,"imageIndex":0}]},{"id":9002,"name":"com.acme.sync","frames":[{"imageOffset":77,"imageIndex":9}]}],
          "usedImages" : [
            {"source":"P","arch":"arm64","base":4300210176,"size":65536,"uuid":"0a1b2c3d-0000-3333-8888-00000000000a","path":"\/private\/var\/containers\/Bundle\/Application\/AAAA\/Notes.app\/Notes","name":"Notes"},
            {"source":"S","arch":"arm64e","base":6500000000,"size":32768,"uuid":"0a1b2c3d-0000-3333-8888-00000000000b","path":"\/usr\/lib\/system\/libsystem_kernel.dylib","name":"libsystem_kernel.dylib"}
          ],
          "legacyInfo" : {"threadTriggered":{"queue":"com.apple.main-thread"}}
        }
        """#

    static let crash = header + "\n" + body + "\n"

    /// A text as a device writes it, with what iOS 15 and later say.
    static let text = """
        Incident Identifier: 11111111-2222-4333-8444-555555555555
        CrashReporter Key:   0123456789abcdef0123456789abcdef01234567
        Hardware Model:      iPhone17,1
        Process:             Notes [4711]
        Path:                /private/var/containers/Bundle/Application/AAAA/Notes.app/Notes
        Identifier:          com.acme.notes
        Version:             2.1 (77)
        Code Type:           ARM-64 (Native)
        Role:                Background
        Parent Process:      launchd [1]
        Coalition:           com.acme.notes [812]

        Date/Time:           2026-03-01 10:00:15.2504 +0100
        Launch Time:         2026-03-01 09:59:00.1000 +0100
        OS Version:          iPhone OS 26.3 (23D127)
        Release Type:        User
        Report Version:      104

        Exception Type:  EXC_CRASH (SIGKILL)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        Termination Reason: FRONTBOARD 2343432205
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: \
        app<com.acme.notes(12345678-0000-4000-8000-000000000002)>:4711 exhausted real (wall clock) time allowance of \
        10.00 seconds
        ProcessVisibility: Foreground
        ProcessState: Running
        WatchdogEvent: scene-update
        WatchdogVisibility: Background
        WatchdogCPUStatistics: (
        "Elapsed total CPU time (seconds): 29.600 (user 23.300, system 6.300), 48% CPU",
        "Elapsed application CPU time (seconds): 0.235, 1.5% CPU"
        )
        ThermalInfo: (
        "Thermal Level:   3",
        "Thermal State:   nominal"
        ) reportType:CrashLog maxTerminationResistance:Interactive>

        Triggered by Thread:  0

        Application Specific Information:
        abort() called
        Notes: the store is locked

        Last Exception Backtrace:
        (0x180001000 0x100508020)

        Thread 0 name:   Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   libsystem_kernel.dylib        \t0x00000001836e2100 mach_msg2_trap + 8
        1   Notes                         \t0x0000000100512000 Store.save(name:) + 44 (Store.swift:31)
        2   Notes                         \t0x0000000100512328 0x100510000 + 9000
        3   Notes Helper                  \t0x0000000100600010 main (in Notes Helper) (main.m:7)

        Thread 1 name:  com.acme.sync
        Thread 1:
        0   ???                           \t0x0000000000000000 0 + 0

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   x1: 0x0000000000000001

        Binary Images:
               0x100510000 -        0x10051ffff Notes arm64  <0a1b2c3d00003333888800000000000a> /private/var/A/Notes.app/Notes
               0x100600000 -        0x10060ffff Notes Helper arm64  <0a1b2c3d000033338888000000000010> /private/var/A/Notes.app/Helper
               0x1836e1000 -        0x1836f0fff libsystem_kernel.dylib arm64e  <0a1b2c3d00003333888800000000000b> /usr/lib/system/libsystem_kernel.dylib

        EOF

        """

    /// The layout of macOS 12.
    static let mac = """
        Process:               Notes [300]
        Path:                  /Applications/Notes.app/Contents/MacOS/Notes
        Identifier:            com.acme.notes
        Version:               2.1 (77)
        Code Type:             X86-64 (Native)
        Parent Process:        ??? [1]
        Responsible:           Notes [300]
        User ID:               501

        Date/Time:             2026-03-01 10:00:15.250 +0100
        OS Version:            macOS 12.4 (21F79)
        Report Version:        12
        Anonymous UUID:        AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE

        Time Awake Since Boot: 12000 seconds

        System Integrity Protection: enabled

        Crashed Thread:        1  Dispatch queue: com.acme.store

        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000001
        Exception Note:        EXC_CORPSE_NOTIFY

        Termination Signal:    Segmentation fault: 11
        Termination Reason:    Namespace SIGNAL, Code 0xb
        Terminating Process:   exc handler [300]

        VM Regions Near 0x1:
        -->
            __TEXT                 0000000100000000-0000000100004000 [   16K] r-x/r-x SM=COW

        Application Specific Information:
        dyld2 mode

        Thread 0:: Dispatch queue: com.apple.main-thread
        0   libsystem_kernel.dylib        \t0x00007fff20000010 mach_msg_trap + 10

        Thread 1 Crashed:: Worker  Dispatch queue: com.acme.store
        0   com.acme.notes                \t0x0000000100001f00 -[Store save:] (in Notes) (Store.m:12)

        Thread 1 crashed with X86 Thread State (64-bit):
          rax: 0x0000000000000000  rbx: 0x0000000000000001

        Binary Images:
               0x100000000 -        0x100003fff +com.acme.notes (2.1 - 77) <AAAAAAAA-0000-3000-8000-000000000001> /Applications/Notes.app/Contents/MacOS/Notes
            0x7fff20000000 -     0x7fff2000ffff  libsystem_kernel.dylib (8020.121.3) <AAAAAAAA-0000-3000-8000-000000000002> /usr/lib/system/libsystem_kernel.dylib

        External Modification Summary:
          Calls made by other processes targeting this process:
            task_for_pid: 0

        """

    /// The layout that iOS 26 and macOS 26 translate reports into.
    static let translated = """
        Process:             Notes [4711]
        Path:                /private/var/containers/Bundle/Application/AAAA/Notes.app/Notes
        Identifier:          com.acme.notes
        Version:             2.1 (77)
        Code Type:           ARM-64 (Native)
        Role:                Background
        Parent Process:      launchd [1]
        Coalition:           com.acme.notes [812]
        User ID:             501

        Date/Time:           2026-03-01 10:00:15.2504 +0100
        Launch Time:         2026-03-01 09:59:00.1000 +0100
        Hardware Model:      iPhone17,1
        OS Version:          iPhone OS 26.3 (23D127)
        Release Type:        User

        Crash Reporter Key:  0123456789abcdef0123456789abcdef01234567
        Incident Identifier: 11111111-2222-4333-8444-555555555555

        Time Awake Since Boot: 1700 seconds

        Triggered by Thread: 0  Dispatch Queue: com.apple.main-thread

        Exception Type:    EXC_CRASH (SIGABRT)
        Exception Codes:   0x0000000000000000, 0x0000000000000000
        Exception Reason:  the store is locked

        Termination Reason:  Namespace SIGNAL, Code 6, Abort trap: 6
        Terminating Process: Notes [4711]

        Thread 0 Crashed::  Dispatch queue: com.apple.main-thread
        0   Notes                         \t       0x100512000 Store.save(name:) + 44

        Binary Images:
               0x100510000 -        0x10051ffff com.acme.notes (2.1) <0a1b2c3d-0000-3333-8888-00000000000a> /private/var/A/Notes.app/Notes

        """
}
