// SPDX-License-Identifier: MIT

/// What people read in the files of a corpus of logs.
///
/// Behind `-` stands what only a person reads: text that was cut, wrapped or retold by hand, or has no row of any tool.
/// Left out are services of the system's own, of which reports tell nothing unless asked to.
enum LogCorpusStories {
    static let all = LogStory.read(system) + LogStory.read(older) + LogStory.read(consoles)

    /// Logs of systems since iOS 13: RunningBoard, FrontBoard, the kernel.
    private static let system = """
        compact/boardsesh-sim-process-exit.log
          process.exit com.boardsesh.app 85886 code=11 namespace=2
          = com.boardsesh.app 85886 crash.signal certain
        compact/sim-launchd-2-5-5.log
          process.exit com.example.app 6256 code=5 namespace=2 status=5
          = com.example.app 6256 crash.signal certain
        compact/tideline-simctl-header.log
        default/adguard-1935-tunnel-memlimit.log
          - process.exit Tunnel 1250 kind=active limit=15MiB namespace=JETSAM reason=per-process-limit
        default/airsdk-2993-corpse-309.log
          process.exit AppName 9522 bugType=309 reported=true
          = AppName 9522 unknown possible
        default/airsdk-apm-179-launch.log
          process.state com.company.appname 2583 task=running
          process.resume com.company.appname 2583
          process.state com.company.appname 2583 role=UserInteractiveFocal visibility=foreground ?
          process.state com.company.appname role=UserInteractiveFocal task=running visibility=foreground
          process.state com.company.appname 2583 task=running
          process.state com.company.appname 2583 task=running
          = com.company.appname 2583 stillRunning likely
        default/bggeo-295-bgapprefresh-run.log
          scheduledTask.submit Runner kind=refresh task=com.transistorsoft.fetch
          scheduledTask.complete Runner ok=true
          scheduledTask.start Runner kind=refresh task=com.transistorsoft.fetch
          = Runner stillRunning likely
        default/brave-4793-shared-bg-assertion.log
          backgroundTask.end com.brave.ios.browser 24240 daemon=34 originator=24240 serial=546989 task=34-24240-546989
          backgroundTask.begin com.brave.ios.browser 24240 name shared=true task=34-24240-546990
          = com.brave.ios.browser 24240 stillRunning likely
        default/callkeep-489-interruption.log
        default/cocoa-644-bgprocessing-dasd.log
          scheduledTask.submit Covid19Radar.iOS kind=processing task=jp.go.mhlw.covid19radar.data-maintainance
          = Covid19Radar.iOS stillRunning likely
        default/deltachat-1979-suspend-german.log
          process.state chat.delta 6570 role=None visibility=background ?
          process.state chat.delta 6570 visibility=background ?
          = chat.delta 6570 stillRunning likely
        default/edgemark-2-gamepolicyd-state.log
          process.state io.github.ender-wang.EdgeMark 30347 role=UserInteractive visibility=foreground ?
          process.state io.github.ender-wang.EdgeMark role=UserInteractive task=running visibility=foreground
          process.state io.github.ender-wang.EdgeMark 30347 task=running ?
          process.state io.github.ender-wang.EdgeMark 30347 task=running ?
          = io.github.ender-wang.EdgeMark 30347 stillRunning likely
        default/flutterfire-5702-background-bootstrap.log
          process.launch com.elsystm.elsystm cause=FBApplicationProcess
          = com.elsystm.elsystm stillRunning likely
        default/grdb-998-locked-files.log
          process.exit com.myapp.watchkitapp 186 explanation path ?
          = com.myapp.watchkitapp 186 fileLock likely path
        default/hootowl-40785-background-transition-appside.log
          process.deactivation hootowl added=0 mask=1 reason=systemGesture was=0
          process.deactivation hootowl added=12 mask=4097 reason=keyboardFocus was=1
          process.deactivation hootowl added=5 mask=4129 reason=systemAnimation was=4097
          process.deactivation hootowl mask=4097 removed=5 was=4129
          process.deactivation hootowl added=11 mask=6145 reason=background was=4097
          app.didEnterBackground hootowl via=notification
          backgroundTask.begin hootowl name owner=system task=19
          backgroundTask.end hootowl task=19
          backgroundTask.end hootowl task=19
          backgroundTask.begin hootowl name owner=system task=20
          process.deactivation hootowl mask=6144 removed=0 was=6145
          backgroundTask.begin hootowl name owner=system task=25
          process.state com.sharkda.hootowl 40785 ?
          ui.snapshot hootowl phase=begin request=0x151555a40
          ui.snapshot hootowl phase=end request=0x151555a40
          = com.sharkda.hootowl 40785 stillRunning likely
        default/hootowl-foreground-return.log
          process.deactivation hootowl added=0 mask=1 reason=systemGesture was=0
          process.deactivation hootowl added=5 mask=6176 reason=systemAnimation was=6144
          process.deactivation hootowl mask=6176 was=6176
          app.willEnterForeground hootowl via=notification
          process.deactivation hootowl mask=4128 removed=11 was=6176
          = hootowl stillRunning likely
        default/imagepreview-logshow-default-header.log
        default/intune-137-process-library-columns-crash.log
          process.state com.AppCo.MyApp role=UserInteractiveNonFocal task=running visibility=foreground
          process.state com.AppCo.MyApp 432 task=running
          process.state com.AppCo.MyApp 432 visibility=foreground
          process.state MyApp 432 ending=corpse ?
          process.state com.AppCo.MyApp 432 task=notRunning
          process.exit com.AppCo.MyApp 432 code=10 namespace=2 status=10
          process.state com.AppCo.MyApp 432 task=notRunning
          = com.AppCo.MyApp 432 crash.signal certain
        default/itsycal-152-german-console-termination.log
          process.state com.mowglii.ItsycalApp 73215 task=notRunning
          process.state com.mowglii.ItsycalApp 73215 task=notRunning
          process.state com.mowglii.ItsycalApp role=None task=notRunning
          process.state com.mowglii.ItsycalApp role=None task=notRunning
          = com.mowglii.ItsycalApp 73215 unknown possible
        default/jarvisnative-1766-launch-ios26.log
          process.launch com.hightowerai.MobileJarvisNative intent=foreground
          process.state com.hightowerai.MobileJarvisNative 1766 task=running
          process.state com.hightowerai.MobileJarvisNative role=UserInteractiveFocal task=running visibility=foreground
          process.resume com.hightowerai.MobileJarvisNative 1766
          process.state com.hightowerai.MobileJarvisNative 1766 role=UserInteractiveFocal visibility=foreground ?
          process.state com.hightowerai.MobileJarvisNative 1766 task=running
          process.state com.hightowerai.MobileJarvisNative 1766 task=running
          process.state com.hightowerai.MobileJarvisNative 1766 visibility=foreground
          process.state com.hightowerai.MobileJarvisNative 1766 task=running
          process.state com.hightowerai.MobileJarvisNative 1766 task=running visibility=foreground ?
          process.launch MobileJarvisNative 1766
          process.state com.hightowerai.MobileJarvisNative 1766 task=running visibility=foreground
          = com.hightowerai.MobileJarvisNative 1766 stillRunning likely
        default/nextcloud-talk-1223-nse-memlimit.log
          memory.limitExceeded NotificationServiceExtension 478 fatal=true kind=active limit=24MiB
          process.exit NotificationServiceExtension 478 kind=active limit=24MiB namespace=JETSAM reason=per-process-limit
          = NotificationServiceExtension 478 memoryLimit certain kind=active limit
        default/nexy-19035-sigsegv-macos.log
          process.exit com.nexy.assistant 19035 code=11 namespace=2 status=11
          process.state com.nexy.assistant 19035 task=notRunning
          process.state com.nexy.assistant 19035 task=notRunning
          process.state com.nexy.assistant 19035 task=notRunning
          process.state com.nexy.assistant 19035 task=notRunning
          process.state com.nexy.assistant role=None task=notRunning
          = com.nexy.assistant 19035 crash.signal certain
        default/nexy-78860-suspended-macos.log
          process.state com.nexy.assistant role=None task=suspended
          process.state com.nexy.assistant 78860 task=suspended ?
          = com.nexy.assistant 78860 stillRunning likely
        default/orbit-sim-bgtask-7col.log
        default/playportjit-extension-sigterm.log
          - process.exit PlayportJIT 13809 code=15 namespace=2 status=15
        default/rnvideo-1513-webcontent-suspend.log
        default/sharedimages-share-ext-jetsam-1-7-9.log
          process.exit biz.SpasticMuffin.SharedImages.Share 19092 code=7 namespace=1 status=9
          = biz.SpasticMuffin.SharedImages.Share 19092 memoryLimit certain
        default/uikit-logstream-default-2017.log
        idevicesyslog/construct-2078-idevicesyslog-debug.log
        idevicesyslog/macios-10086-foreground-bootstrap.log
          process.resume com.REDACTED 796
          process.state com.REDACTED 796 role=UserInteractiveNonFocal visibility=foreground ?
          process.state com.REDACTED role=UserInteractiveNonFocal task=running visibility=foreground
          process.state com.REDACTED 796 task=running
          = com.REDACTED 796 stillRunning likely
        idevicesyslog/macios-10086-reportcrash-109.log
          process.exit REDACTED 796 reported=true
          = REDACTED 796 unknown possible
        idevicesyslog/macios-10086-watchdog-provision-exit.log
          process.exit com.REDACTED 796 explanation namespace=FRONTBOARD reason=watchdog
          process.state com.REDACTED 796 task=notRunning
          process.state com.REDACTED 796 task=notRunning ?
          process.state com.REDACTED 796 task=notRunning ?
          process.state com.REDACTED role=None task=notRunning
          process.state com.REDACTED 796 task=notRunning ?
          process.state com.REDACTED role=None task=notRunning
          = com.REDACTED 796 watchdog.other certain
        json/launchd-2025-sentinel-uid.json
        json/logger-2026-stream-empty-boot.json
        json/os_log_inlinable-2018-source.json
        json/trustd-2018-old-keys.json
        other/dotnet-133697-deadlock-explanation.txt
          - process.exit com.example.app 1710 explanation path
        other/lantern-8971-tunnel-jetsam-ios26.log
          memory.limitExceeded Tunnel 1509 fatal=true kind=active limit=50MiB
          process.exit Tunnel 1509 kind=active limit=50MiB namespace=JETSAM reason=per-process-limit
          = Tunnel 1509 memoryLimit certain kind=active limit
        other/radiance-595-tunnel-jetsam-ios26.log
          - memory.limitExceeded fatal=true kind=active limit=50MiB
          - process.exit Tunnel 1879 namespace=JETSAM footprint=51200KiB
        other/roam-thermal-watchdog.txt
          - process.exit com.msdrigg.roam 15540 code=0x8badf00d namespace=10
        other/txm-bootstrap-failed-ios26.log
          - process.exit -1 reason=Bootstrap failed
        """

    /// Logs of systems until iOS 12: assertiond, backboardd, SpringBoard.
    private static let older = """
        compact/appium-13503-process-exit-ios12sim.log
          process.state com.yyy.app.yyy 15903 task=notRunning
          process.state com.yyy.app.yyy task=notRunning
          = com.yyy.app.yyy 15903 unknown possible
        default/instabug-305-assertiond-nsurlsession.log
          process.exit OurApp 41833 allowance=30s explanation name reason=backgroundDownload
          = OurApp 41833 urlSession certain allowance
        default/nativescript-iosjsc-1156-ios12-switcher.log
          frontApp.changed
        default/nimx-449-assertiond-sim.log
          frontApp.changed
          process.state mynimx 5529 task=notRunning
          = mynimx 5529 unknown possible
        default/nimx-449-home-activation-sim.log
          process.state mynimx 5529 explanation task=notRunning ?
          = mynimx 5529 unknown possible
        idevicesyslog/emission-290-dasd-pushlaunch.log
        idevicesyslog/phonegappush-1677-open-from-notification.log
          notification.tapped com.myApp.app action=com.apple.UNNotificationDefaultActionIdentifier reason=notification
          = com.myApp.app stillRunning likely
        idevicesyslog/rnfirebase-253-assertiond-exit-ios10.log
          process.state dk.bitfabrikken.appname task=notRunning
          process.state dk.bitfabrikken.appname 488 task=notRunning
          process.state appname 488 explanation task=notRunning ?
          = dk.bitfabrikken.appname 488 unknown possible
        other/mixpanel-3-bkassertion-600s-ios4.txt
          - process.exit 888 allowance=600s reason=finishTask
        other/phonegappush-1119-bgfetch-30s.txt
          - process.exit 758 allowance=30s explanation name reason=backgroundContentFetching
        syslog/appium-6595-ioslog-row.log
        syslog/backgroundrunner-1-bkassertion-600s-ios6.log
          process.exit BG 21017 allowance=600s explanation name reason=finishTask
          process.exit BG 21017
          = BG 21017 backgroundTask certain kind=expired task allowance
        """

    /// Consoles of Xcode, of tests and of frameworks, and records of telemetry.
    private static let consoles = """
        flutter/bggeo-1021-bgtask-30s.log
          backgroundTask.overdue age=30s name task=37
          = - stillRunning likely
        flutter/bggeo-1205-bgtask-duplicate-handler.log
          process.exit Runner 49390 exception=NSInternalInconsistencyException explanation
          = Runner 49390 crash.exception certain
        flutter/flutter-130055-lock.log
          app.willResignActive via=notification ?
          app.didBecomeActive via=notification ?
          app.willResignActive via=notification ?
          app.didEnterBackground via=notification ?
          = - stillRunning likely
        flutter/flutter-146734-add2app.log
        flutter/rnbgfetch-258-flutter-startup.log
        flutter/workmanager-660-bgtask-error3.log
          scheduledTask.submitFailed code=3 task=com.yourapp.YOUR_TASK_NAME
          scheduledTask.submitFailed code=3
          = - stillRunning likely
        nslog/bluepill-missed-crash.log
          process.exit App 48147 exception=NSInternalInconsistencyException explanation
          = App 48147 crash.exception certain
        nslog/bluepill-uitest-failed.log
        nslog/deltachat-1128-bgtask-swift-mangled.log
          backgroundTask.overdue deltachat-ios 5801 age=30s name task=1
          = deltachat-ios 5801 stillRunning likely
        nslog/pokemongo-webspoof-178-memory.log
          memory.warning Pokemon WebSpoof 5563
          memory.limitExceeded Pokemon WebSpoof 5563 debugger=true fatal=true ?
          process.exit Pokemon WebSpoof 5563 debugger=true signal=9 ?
          = Pokemon WebSpoof 5563 memoryLimit likely
        nslog/rmgallery-10-memory-warning-kill.log
          memory.warning RMGalleryDemo 3438
          memory.limitExceeded RMGalleryDemo 3438 debugger=true fatal=true ?
          process.exit RMGalleryDemo 3438 debugger=true signal=9 ?
          = RMGalleryDemo 3438 memoryLimit likely
        nslog/rnbgfetch-258-cant-end-bgtask.log
          backgroundTask.endUnknown xxx 1947 task=12
          = xxx 1947 stillRunning likely
        nslog/twilio-222-interruption.log
          audio.interruptionBegin AudioDeviceExample 2798 ?
          audio.interruptionEnd AudioDeviceExample 2798 ?
          audio.sessionDeactivate AudioDeviceExample 2798
          = AudioDeviceExample 2798 stillRunning likely
        otlp/otel-proto-events.json
        otlp/otel-proto-logs.json
        reactnative/rn-18836-start-unknown.log
        xcode-console/appgetkilled-bgtask-not-ended.log
          backgroundTask.stillOpenAfterExpiry age=26s call=$s12AppGetKilled13SceneDelegateC23sceneDidEnterBackgroundyySo7UISceneCF image=AppGetKilled name task=8
          = - stillRunning likely
        xcode-console/cloudkit-export-bgtask-not-ended.log
          backgroundTask.stillOpenAfterExpiry age=26s name owner=system task=1713
          = - stillRunning likely
        xcode-console/firebase-8908-bgtask-30s.log
          backgroundTask.overdue age=30s name task=1001
          = - stillRunning likely
        xcode-console/gdt-156-bgtask-noprefix.log
          backgroundTask.overdue age=30s name task=750
          = - stillRunning likely
        xcode-console/onesignal-1047-bgtask.log
          backgroundTask.overdue age=30s name task=25
          = - stillRunning likely
        xcode-console/uiscene-ios26-warning.log
          scene.lifecycleMissing fatal=false
          = - stillRunning likely
        xcode-console/woocommerce-12607-memory-warning.log
          - memory.warning
        """
}
