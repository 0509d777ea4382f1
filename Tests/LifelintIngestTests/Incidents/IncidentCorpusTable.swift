// SPDX-License-Identifier: MIT

/// What people read in the real files: told apart by the ends of their names, which some of them share.
enum IncidentCorpusTable {
    /// File, who, pid, time, launch, thrown, ended, ended by, threads, their calls, images.
    static let rows = """
        crash-text/Example-Reports_Abort.txt|org.stenerud.Crash-Tester|862|1970-01-18 03:47:06.000 +0900||EXC_CRASH SIGABRT|||8|44|123
        crash-text/Example-Reports_BadPointer.txt|org.stenerud.Crash-Tester|856|1970-01-18 03:46:32.000 +0900||EXC_BAD_ACCESS SIGSEGV|||8|37|123
        crash-text/Example-Reports_CorruptMemory.txt|org.stenerud.Crash-Tester|867|1970-01-18 03:48:41.000 +0900||EXC_CRASH SIGABRT|||7|58|123
        crash-text/Example-Reports_CorruptObject.txt|org.stenerud.Crash-Tester|859|1970-01-18 03:46:46.000 +0900||EXC_BAD_ACCESS SIGSEGV|||8|44|123
        crash-text/Example-Reports_CrashInHandler.txt|org.stenerud.Crash-Tester|1271|1970-01-18 04:45:51.000 +0900||EXC_BAD_ACCESS SIGSEGV|||8|37|123
        crash-text/Example-Reports_MainThreadDeadlock.txt|org.stenerud.Crash-Tester|872|1970-01-18 03:49:14.000 +0900||SIGABRT|||7|32|123
        crash-text/Example-Reports_NSException.txt|org.stenerud.Crash-Tester|1055|1970-01-18 04:18:32.000 +0900||EXC_CRASH SIGABRT|||8|48|123
        crash-text/Example-Reports_StackOverflow.txt|org.stenerud.Crash-Tester|860|1970-01-18 03:46:58.000 +0900||EXC_BAD_ACCESS SIGSEGV|||7|70|123
        crash-text/Example-Reports_Zombie.txt|org.stenerud.Crash-Tester|863|1970-01-18 03:47:25.000 +0900||EXC_BAD_ACCESS SIGSEGV|||7|31|123
        crash-text/Example-Reports_ZombieNSException.txt|org.stenerud.Crash-Tester|1057|1970-01-18 04:18:47.000 +0900||EXC_BAD_ACCESS SIGSEGV|||7|37|123
        crash-text/ExampleReports_AppleSideBySideReport-recrash.txt|org.stenerud.CrashTester|1583|2013-01-13 19:21:40.000 -0800||EXC_BAD_ACCESS SIGSEGV|||8|34|146
        crash-text/ExampleReports_AppleSideBySideReport-recrash.txt|org.stenerud.CrashTester|2383|2013-01-14 07:59:16.000 -0800||EXC_BAD_ACCESS SIGSEGV|||8|34|146
        crash-text/Examples_Symbolication_example.crash|AwsHackerNewsDemo|590|2025-11-25 17:04:35.574 -0800||EXC_BREAKPOINT SIGTRAP|||13|76|121
        crash-text/Examples_Symbolication_example.symbolicated.crash|AwsHackerNewsDemo|590|2025-11-25 17:04:35.574 -0800||EXC_BREAKPOINT SIGTRAP|||13|76|121
        crash-text/FBControlCoreTests_Fixtures_agent_custom_set.crash|WebDriverAgent|39655|2016-03-15 08:36:38.033 +0000||EXC_CRASH SIGABRT|||6|33|157
        crash-text/FBControlCoreTests_Fixtures_app_custom_set.crash|TableSearch|40119|2016-03-15 08:38:21.236 +0000||EXC_CRASH SIGABRT|||5|28|124
        crash-text/FBControlCoreTests_Fixtures_app_default_set.crash|TableSearch|37083|2016-03-15 08:26:41.996 +0000||EXC_CRASH SIGABRT|||5|28|124
        crash-text/FBControlCoreTests_Fixtures_assetsd_custom_set.crash|assetsd|39942|2016-03-15 08:38:22.657 +0000||EXC_CRASH SIGABRT|||9|113|195
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-crash.crash|jp.mahdi.iOSCrashingTest|1730|2022-08-04 01:11:01.2455 +0900|2022-08-04 01:11:01.0147 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 1730|9|130|16
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-crash.crash|jp.mahdi.iOSCrashingTest|6979|2021-04-03 11:46:48.5858 +0900|2021-04-03 11:46:48.3649 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 6979|9|65|265
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-crash_symbolicated.crash|jp.mahdi.iOSCrashingTest|1730|2022-08-04 01:11:01.2455 +0900|2022-08-04 01:11:01.0147 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 1730|9|130|16
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-crash_symbolicated.crash|jp.mahdi.iOSCrashingTest|6979|2021-04-03 11:46:48.5858 +0900|2021-04-03 11:46:48.3649 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 6979|9|65|265
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-report.crash|jp.mahdi.iOSCrashingTest|7563|2019-10-22 23:03:16.2441 +0900|2019-10-22 23:03:16.1043 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 7563|7|65|444
        crash-text/MacSymbolicatorTests_Resources_Crashes_ios-report_symbolicated.crash|jp.mahdi.iOSCrashingTest|7563|2019-10-22 23:03:16.2441 +0900|2019-10-22 23:03:16.1043 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 7563|7|65|444
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash.crash|CrashingAndHangingTest|77785|2021-03-22 00:23:26.888 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 77785|1|4|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash.crash|CrashingInAnotherTargetTest|1757|2022-08-03 20:37:49.4630 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 1757|1|4|4
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash.crash|CrashingInAnotherTargetTest|8279|2021-04-03 11:41:48.601 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 8279|1|4|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash_symbolicated.crash|CrashingAndHangingTest|77785|2021-03-22 00:23:26.888 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 77785|1|4|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash_symbolicated.crash|CrashingInAnotherTargetTest|1757|2022-08-03 20:37:49.4630 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 1757|1|4|4
        crash-text/MacSymbolicatorTests_Resources_Crashes_multi-target-crash_symbolicated.crash|CrashingInAnotherTargetTest|8279|2021-04-03 11:41:48.601 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 8279|1|4|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_report.crash|CrashingAndHangingTest|93231|2019-09-04 01:00:52.242 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 93231|1|3|120
        crash-text/MacSymbolicatorTests_Resources_Crashes_report_symbolicated.crash|CrashingAndHangingTest|93231|2019-09-04 01:00:52.242 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 93231|1|3|120
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash.crash|CrashingAndHangingTest|77522|2021-03-21 23:46:36.893 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 77522|1|3|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash.crash|CrashingTest|1710|2022-08-03 20:36:44.3125 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 1710|1|3|3
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash.crash|CrashingTest|8256|2021-04-03 11:41:44.312 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 8256|1|3|120
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash_symbolicated.crash|CrashingAndHangingTest|77522|2021-03-21 23:46:36.893 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 77522|1|3|217
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash_symbolicated.crash|CrashingTest|1710|2022-08-03 20:36:44.3125 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 1710|1|3|3
        crash-text/MacSymbolicatorTests_Resources_Crashes_single-target-crash_symbolicated.crash|CrashingTest|8256|2021-04-03 11:41:44.312 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 8256|1|3|120
        crash-text/MacSymbolicatorTests_Resources_Other_ios-crash-without-json-header.crash|jp.mahdi.iOSCrashingTest|455|2022-09-18 15:28:37.3451 +0900|2022-09-18 15:28:25.5162 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 455|8|129|17
        crash-text/MacSymbolicatorTests_Resources_report.crash|jp.mahdi.MacSymbolicator|28966|2018-06-10 16:58:47.755 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 28966|8|39|260
        crash-text/MacSymbolicatorTests_Resources_report_symbolicated.crash|CrashingAndHangingTest|93231|2019-09-04 01:00:52.242 +0900||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 93231|1|3|120
        crash-text/MacSymbolicatorTests_Resources_report_symbolicated.crash|jp.mahdi.MacSymbolicator|28966|2018-06-10 16:58:47.755 +0900||EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 28966|8|39|260
        crash-text/RollbarCommon_Tests_RollbarCommonTests-ObjC_TestData_rollbar-crash-report-147120812218-raw.txt|com.rollbar.macosAppObjC|82683|2020-12-30 01:31:58 +0000||SIGSEGV|||10|59|379
        crash-text/RollbarNotifier_Tests_RollbarReportTests_Assets_report.crash|com.matux.test.rollbarAppDemo|80655|2023-02-16 02:09:40.723 +0000||EXC_BREAKPOINT SIGTRAP|SIGNAL 5||13|102|528
        crash-text/SYMTests_AppleConverted.log|im.zorro.demo|6209|2022-03-16 11:45:14.2121 +0800|2022-03-16 11:45:12.3458 +0800|EXC_CRASH SIGABRT|TCC 0||8|75|13
        crash-text/Tests_SymbolicatorTests_Resources_MemoryLeakingApp-2022-08-05-132419.crash|dev.mobile.MemoryLeakingApp|8592|2022-08-05 13:24:19.116 +04:00||EXC_CRASH SIGSEGV|||3|45|11
        crash-text/Tests_SymbolicatorTests_Resources_non_symbolicated_crash.crash|ReportCrash|31152|2022-07-13 17:26:42.017 +02:00||EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 31152|6|48|9
        crash-text/apple_crashlog-1.crash|dev.rye.clarissa|1405|2026-01-01 23:16:39.7110 -0500|2026-01-01 23:10:38.5683 -0500|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 1405|13|101|15
        crash-text/apple_crashlog.crash|dev.rye.clarissa|1390|2026-01-01 23:09:49.9394 -0500|2026-01-01 23:08:17.1236 -0500|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 1390|13|101|15
        crash-text/crashlog.crash|com.kramerica.licenseplate|13317|2026-05-26 14:23:29.5437 -0400|2026-05-26 14:23:29.2071 -0400|EXC_CRASH SIGABRT|SIGNAL 6|TrackingPlateGame 13317|14|66|31
        crash-text/crashlog.crash|dev.rye.clarissa|950|2025-12-22 23:18:39.6197 -0500|2025-12-22 23:16:41.7961 -0500|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 950|9|118|19
        crash-text/docs_testflight_feedback_2_crashlog.crash|com.gathersafe2.www|27881|2026-04-30 11:34:08.5061 -0400|2026-04-30 11:33:50.1191 -0400|EXC_CRASH SIGABRT|SIGNAL 6|GatherSafe 27881|36|190|24
        crash-text/sample_crashes_sample_array_bounds.crash|com.example.myshoppingapp|5678|2024-01-16 09:15:43.221 +0800||EXC_CRASH SIGABRT|SIGNAL 6||2|20|4
        crash-text/sample_crashes_sample_null_ptr.crash|com.example.myshoppingapp|1234|2024-01-15 14:32:07.891 +0800||EXC_BAD_ACCESS SIGSEGV|||3|36|4
        crash-text/sample_crashes_sample_ui_thread.crash|com.example.myshoppingapp|7890|2024-01-14 18:45:09.332 +0800||EXC_CRASH SIGABRT|SIGNAL 6||1|13|3
        crash-text/sample_crashes_sample_watchdog.crash|com.example.myshoppingapp|9012|2024-01-17 22:07:12.445 +0800||EXC_CRASH SIGABRT|SPRINGBOARD 8badf00d||2|19|2
        crash-text/tests_fixtures_XCDYouTubeKit-54.txt|com.AlphaSoft.iTubeDownloader|590|2014-07-16 00:25:09 +0000||SIGSEGV|||18|113|244
        ips-109/MacSymbolicatorTests_Resources_Other_ios-crash-with-json-header.crash|jp.mahdi.iOSCrashingTest|455|2022-09-18 15:28:37.3451 +0900|2022-09-18 15:28:25.5162 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 455|8|129|17
        ips-109/SYMTests_AppleDemo.ips|im.zorro.demo|3769|2017-05-25 20:34:37.0354 +0800|2017-05-25 20:32:55.8512 +0800|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 0|26|209|344
        ips-109/tests_user_mode_crash_report_ios14_non_symbolicated_abort.ips|itunescloudd|692|2021-10-22 00:14:53.0749 +0300|2021-10-21 06:37:27.4735 +0300|EXC_CRASH SIGABRT|||9|39|371
        ips-109/tests_user_mode_crash_report_ios14_symbolicated.ips|cyber.bitim.kaki2|12225|2022-01-21 18:14:25.9296 +0200|2022-01-21 18:14:25.8643 +0200|EXC_CRASH SIGABRT|||1|6|250
        ips-309/FBControlCoreTests_Fixtures_xctest-concated-json-crash.ips|xctest3|82406|2022-04-20 14:36:33.5767 +0100|2022-04-20 14:36:33.4603 +0100|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 82406|3|57|8
        ips-309/MacSymbolicatorTests_Resources_Crashes_ios-crash.ips|jp.mahdi.iOSCrashingTest|1730|2022-08-04 01:11:01.2455 +0900|2022-08-04 01:11:01.0147 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 1730|9|130|16
        ips-309/MacSymbolicatorTests_Resources_Crashes_multi-target-crash.ips|CrashingInAnotherTargetTest|1757|2022-08-03 20:37:49.4630 +0900|2022-08-03 20:37:48.6346 +0900|EXC_BAD_INSTRUCTION SIGILL|SIGNAL 4|exc handler 1757|1|4|4
        ips-309/MacSymbolicatorTests_Resources_Crashes_single-target-crash.ips|CrashingTest|1710|2022-08-03 20:36:44.3125 +0900|2022-08-03 20:36:43.4483 +0900|EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 1710|1|3|3
        ips-309/MacSymbolicatorTests_Resources_Other_ios-crash-in-ips-format.ips|jp.mahdi.iOSCrashingTest|455|2022-09-18 15:28:37.3451 +0900|2022-09-18 15:28:25.5162 +0900|EXC_BREAKPOINT SIGTRAP|SIGNAL 5|exc handler 455|8|129|17
        ips-309/SYMTests_AppleJson.ips|im.zorro.demo|6209|2022-03-16 11:45:14.2121 +0800|2022-03-16 11:45:12.3458 +0800|EXC_CRASH SIGABRT|TCC 0||8|75|13
        ips-309/Tests_SymbolicatorTests_Resources_MemoryLeakingApp-2022-08-05-132419.ips|dev.mobile.MemoryLeakingApp|8592|2022-08-05 13:24:19.1161 +0400|2022-08-05 13:23:59.5410 +0400|EXC_CRASH SIGSEGV|||3|45|11
        ips-309/sample_crashes_sample_db_crash.ips|com.example.myshoppingapp|3344|||EXC_BAD_ACCESS|||3|12|6
        ips-309/tests_user_mode_crash_report_monterey_non_symbolicated.ips|sleep|10277|2022-01-06 15:09:22.6192 +0200|2022-01-06 15:08:01.9034 +0200|EXC_BAD_ACCESS SIGSEGV|SIGNAL b|exc handler 10277|1|4|4
        """

    /// Texts that only look like crashes: memory graphs.
    static let none = """
        crash-text/Tests_SymbolicatorTests_Resources_memory_leak_unicode_unsymbolicated.txt
        crash-text/Tests_SymbolicatorTests_Resources_memory_leak_unsymbolicated.txt
        crash-text/Tests_SymbolicatorTests_Resources_memory_leak_with_excludes.txt
        crash-text/Tests_SymbolicatorTests_Resources_memory_leak_with_stacktrace.txt
        crash-text/Tests_SymbolicatorTests_Resources_memory_leak_with_symbolicated_stacktrace.txt
        """
}
