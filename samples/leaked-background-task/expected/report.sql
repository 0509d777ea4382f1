begin;
-- One row per analysis; its id is a digest over all that the analysis found.
create table if not exists analyses (
    id text not null,
    tool text not null,
    tool_version text not null,
    rules_digest text not null,
    config_file text,
    preset text not null,
    config_digest text not null,
    today text,
    redacted boolean not null,
    primary key (id)
);
-- What was read.
create table if not exists inputs (
    analysis text not null,
    number integer not null,
    path text not null,
    format text not null,
    wrapper text,
    bytes bigint not null,
    records bigint not null,
    events bigint not null,
    problems bigint not null,
    status text not null,
    expected boolean not null,
    cut boolean not null,
    primary key (analysis, number),
    foreign key (analysis) references analyses (id)
);
-- What could not be read.
create table if not exists problems (
    analysis text not null,
    number integer not null,
    file text not null,
    line_number bigint not null,
    column_number bigint not null,
    byte_offset bigint not null,
    code text not null,
    message text not null,
    primary key (analysis, number),
    foreign key (analysis) references analyses (id)
);
-- One life of one process.
create table if not exists runs (
    analysis text not null,
    id text not null,
    app text,
    process text,
    host text,
    version text,
    build text,
    os text,
    model text,
    device text,
    boot text,
    pid bigint,
    debugger boolean not null,
    harness boolean not null,
    simulator boolean not null,
    start_time text not null,
    start_ns bigint not null,
    start_known boolean not null,
    end_time text not null,
    end_ns bigint not null,
    end_known boolean not null,
    launch_kind text not null,
    launch_reason text,
    launch_after text,
    launch_confidence text,
    after_update boolean not null,
    after_boot boolean not null,
    before_first_unlock boolean not null,
    first_ever boolean not null,
    after_force_quit boolean not null,
    state_at_end text,
    visible boolean not null,
    events_omitted bigint not null,
    story text not null,
    primary key (analysis, id),
    foreign key (analysis) references analyses (id)
);
-- Why a run ended.
create table if not exists endings (
    analysis text not null,
    run text not null,
    cause text not null,
    confidence text not null,
    primary key (analysis, run),
    foreign key (analysis, run) references runs (analysis, id)
);
-- More about an ending, by name.
create table if not exists ending_details (
    analysis text not null,
    run text not null,
    name text not null,
    detail text not null,
    primary key (analysis, run, name),
    foreign key (analysis, run) references runs (analysis, id)
);
-- The lines that an ending rests on.
create table if not exists ending_evidence (
    analysis text not null,
    run text not null,
    number integer not null,
    file text not null,
    line_number bigint not null,
    column_number bigint not null,
    byte_offset bigint not null,
    byte_length bigint not null,
    line_text text not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- What else it could have been, most likely first.
create table if not exists ending_candidates (
    analysis text not null,
    run text not null,
    number integer not null,
    cause text not null,
    likelihood text not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- What the evidence excludes.
create table if not exists ending_ruled_out (
    analysis text not null,
    run text not null,
    number integer not null,
    cause text not null,
    because text not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- Stretches of a run in one state.
create table if not exists states (
    analysis text not null,
    run text not null,
    number integer not null,
    state text not null,
    from_time text not null,
    from_ns bigint not null,
    to_time text,
    to_ns bigint,
    inferred boolean not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- Stretches of a scene in one state.
create table if not exists scenes (
    analysis text not null,
    run text not null,
    number integer not null,
    scene text not null,
    state text not null,
    from_time text not null,
    from_ns bigint not null,
    to_time text,
    to_ns bigint,
    inferred boolean not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- What was begun, and ended or not.
create table if not exists spans (
    analysis text not null,
    run text not null,
    number integer not null,
    kind text not null,
    span_key text not null,
    name text,
    from_time text not null,
    from_ns bigint not null,
    to_time text,
    to_ns bigint,
    inferred boolean not null,
    replaced boolean not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- The events of a run that the report keeps.
create table if not exists events (
    analysis text not null,
    run text not null,
    number integer not null,
    event text not null,
    scene text,
    at_time text not null,
    at_ns bigint not null,
    file text not null,
    line_number bigint not null,
    column_number bigint not null,
    byte_offset bigint not null,
    byte_length bigint not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- Readings of a run's counters.
create table if not exists samples (
    analysis text not null,
    run text not null,
    counter text not null,
    number integer not null,
    unit text not null,
    at_time text not null,
    at_ns bigint not null,
    reading bigint not null,
    primary key (analysis, run, counter, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- What no legal sequence explains.
create table if not exists anomalies (
    analysis text not null,
    run text not null,
    number integer not null,
    code text not null,
    message text not null,
    at_time text not null,
    at_ns bigint not null,
    file text not null,
    line_number bigint not null,
    column_number bigint not null,
    byte_offset bigint not null,
    byte_length bigint not null,
    primary key (analysis, run, number),
    foreign key (analysis, run) references runs (analysis, id)
);
-- MetricKit's exit counters: counts, never runs.
create table if not exists exit_counts (
    analysis text not null,
    number integer not null,
    app text,
    version text,
    from_time text not null,
    to_time text not null,
    place text not null,
    cause text not null,
    exits bigint not null,
    primary key (analysis, number, cause),
    foreign key (analysis) references analyses (id)
);
-- What the rules found; counted tells which ones the summary counts.
create table if not exists findings (
    analysis text not null,
    number integer not null,
    rule text not null,
    severity text not null,
    confidence text not null,
    app text,
    run text,
    scene text,
    span_key text,
    at_time text not null,
    at_ns bigint not null,
    decided_time text not null,
    decided_ns bigint not null,
    message text not null,
    culprit text,
    cases bigint not null,
    evidence_omitted bigint not null,
    related_to text,
    suppressed_reason text,
    suppressed_by text,
    suppressed_until text,
    in_baseline boolean not null,
    counted boolean not null,
    fingerprint text not null,
    primary key (analysis, number),
    foreign key (analysis) references analyses (id)
);
-- The runs that a finding looks over, in order.
create table if not exists finding_runs (
    analysis text not null,
    finding integer not null,
    number integer not null,
    run text not null,
    primary key (analysis, finding, number),
    foreign key (analysis, finding) references findings (analysis, number)
);
-- The lines that prove a finding.
create table if not exists evidence (
    analysis text not null,
    finding integer not null,
    number integer not null,
    file text not null,
    line_number bigint not null,
    column_number bigint not null,
    byte_offset bigint not null,
    byte_length bigint not null,
    line_text text not null,
    note text not null,
    primary key (analysis, finding, number),
    foreign key (analysis, finding) references findings (analysis, number)
);
-- How often a rule came to each verdict.
create table if not exists verdicts (
    analysis text not null,
    rule text not null,
    violated bigint not null,
    satisfied bigint not null,
    inconclusive bigint not null,
    not_evaluated bigint not null,
    partial bigint not null,
    primary key (analysis, rule),
    foreign key (analysis) references analyses (id)
);
-- Why a rule came to no verdict.
create table if not exists verdict_reasons (
    analysis text not null,
    rule text not null,
    reason text not null,
    cases bigint not null,
    primary key (analysis, rule, reason),
    foreign key (analysis) references analyses (id)
);
-- What the baseline knows and nothing shows: fixed, or notSeen where nothing was judged.
create table if not exists baseline_entries (
    analysis text not null,
    standing text not null,
    number integer not null,
    rule text not null,
    app text,
    process text,
    culprit text,
    cases bigint not null,
    fingerprint text not null,
    primary key (analysis, standing, number),
    foreign key (analysis) references analyses (id)
);
insert into analyses values
('0000000000000000', 'lifelint', '0', '0000000000000000', null, 'background-task-never-ended,background-task-leaked,crashed,killed-during-launch,launch-crash-loop,memory-limit-kill,slow-launch,unsaved-when-killed', '0000000000000000', null, false)
on conflict do nothing;
insert into inputs values
('0000000000000000', 1, 'samples/leaked-background-task/drafts.lifelog', 'lifecycle-text', null, 1855, 25, 25, 0, 'read', true, false)
on conflict do nothing;
insert into runs values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'com.acme.drafts', 'Drafts', 'app', '2.6.1', '261', 'iOS 26.1', 'iPhone14,7', 'iPhone-L5', null, 71, false, false, false, '2026-03-02T09:58:41.000Z', 1772445521000000000, true, '2026-03-02T10:00:36.800Z', 1772445636800000000, true, 'foreground', 'tap', null, 'certain', false, false, false, false, false, 'background', false, 2, 'com.acme.drafts 2.6.1 (pid 71) was launched in the foreground, reason tap, at 09:58:41.000. It went to the background at 10:00:07.300 with background task 7 “upload draft” open since 10:00:05.000; it expired at 10:00:33.200 and was not ended. At 10:00:36.800 it was killed because a background task was not ended in time (0x2182bad2). Unsaved since 09:59:58.300: draft-12.'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 'com.acme.drafts', 'Drafts', 'app', '2.6.1', '261', 'iOS 26.1', 'iPhone14,7', 'iPhone-L5', null, 94, false, false, false, '2026-03-02T11:20:10.000Z', 1772450410000000000, true, '2026-03-02T11:20:11.080Z', 1772450411080000000, false, 'foreground', 'tap', 'backgroundTask', 'certain', false, false, false, false, false, 'active', false, 1, 'com.acme.drafts 2.6.1 (pid 94) was launched in the foreground, reason tap, at 11:20:10.000. It had been active since 11:20:11.020. Its last event is at 11:20:11.080, and it had not ended when the evidence ends.')
on conflict do nothing;
insert into endings values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'backgroundTask', 'certain'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 'stillRunning', 'likely')
on conflict do nothing;
insert into ending_details values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'kind', 'expired'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'task', 'upload draft'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'code', '0x2182bad2'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 'namespace', 'RUNNINGBOARD')
on conflict do nothing;
insert into ending_evidence values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 1, 'samples/leaked-background-task/drafts.lifelog', 24, 1, 1375, 73, '10:00:36.800 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9'),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 1, 'samples/leaked-background-task/drafts.lifelog', 33, 1, 1828, 26, '11:20:11.080 ui.firstFrame')
on conflict do nothing;
insert into states values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 1, 'launching', '2026-03-02T09:58:41.000Z', 1772445521000000000, '2026-03-02T09:58:42.200Z', 1772445522200000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 2, 'active', '2026-03-02T09:58:42.200Z', 1772445522200000000, '2026-03-02T10:00:07.000Z', 1772445607000000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 3, 'inactive', '2026-03-02T10:00:07.000Z', 1772445607000000000, '2026-03-02T10:00:07.300Z', 1772445607300000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 4, 'background', '2026-03-02T10:00:07.300Z', 1772445607300000000, '2026-03-02T10:00:36.800Z', 1772445636800000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 1, 'launching', '2026-03-02T11:20:10.000Z', 1772450410000000000, '2026-03-02T11:20:11.020Z', 1772450411020000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 2, 'active', '2026-03-02T11:20:11.020Z', 1772450411020000000, null, null, false)
on conflict do nothing;
insert into scenes values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 1, '6E1D3C0A-main', 'unattached', '2026-03-02T09:58:41.560Z', 1772445521560000000, '2026-03-02T09:58:41.900Z', 1772445521900000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 2, '6E1D3C0A-main', 'inactive', '2026-03-02T09:58:41.900Z', 1772445521900000000, '2026-03-02T09:58:42.200Z', 1772445522200000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 3, '6E1D3C0A-main', 'active', '2026-03-02T09:58:42.200Z', 1772445522200000000, '2026-03-02T10:00:07.000Z', 1772445607000000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 4, '6E1D3C0A-main', 'inactive', '2026-03-02T10:00:07.000Z', 1772445607000000000, '2026-03-02T10:00:07.300Z', 1772445607300000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 5, '6E1D3C0A-main', 'background', '2026-03-02T10:00:07.300Z', 1772445607300000000, '2026-03-02T10:00:36.800Z', 1772445636800000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 1, '6E1D3C0A-main', 'unattached', '2026-03-02T11:20:10.510Z', 1772450410510000000, '2026-03-02T11:20:10.780Z', 1772450410780000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 2, '6E1D3C0A-main', 'inactive', '2026-03-02T11:20:10.780Z', 1772450410780000000, '2026-03-02T11:20:11.020Z', 1772450411020000000, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 3, '6E1D3C0A-main', 'active', '2026-03-02T11:20:11.020Z', 1772450411020000000, null, null, false)
on conflict do nothing;
insert into spans values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 1, 'launch', '', null, '2026-03-02T09:58:41.000Z', 1772445521000000000, '2026-03-02T09:58:42.260Z', 1772445522260000000, false, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 2, 'unsaved', 'draft-12', null, '2026-03-02T09:59:58.300Z', 1772445598300000000, null, null, false, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 3, 'backgroundTask', '7', 'upload draft', '2026-03-02T10:00:05.000Z', 1772445605000000000, null, null, false, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 4, 'network', 'https://mail.example.com/drafts/12', null, '2026-03-02T10:00:05.040Z', 1772445605040000000, '2026-03-02T10:00:09.060Z', 1772445609060000000, false, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 5, 'backgroundTask', '8', 'upload draft', '2026-03-02T10:00:06.400Z', 1772445606400000000, '2026-03-02T10:00:09.100Z', 1772445609100000000, false, false),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 1, 'launch', '', null, '2026-03-02T11:20:10.000Z', 1772450410000000000, '2026-03-02T11:20:11.080Z', 1772450411080000000, false, false)
on conflict do nothing;
insert into events values
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 1, 'process.launch', null, '2026-03-02T09:58:41.000Z', 1772445521000000000, 'samples/leaked-background-task/drafts.lifelog', 7, 1, 343, 56),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 2, 'app.willFinishLaunching', null, '2026-03-02T09:58:41.310Z', 1772445521310000000, 'samples/leaked-background-task/drafts.lifelog', 8, 1, 400, 66),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 3, 'app.didFinishLaunching', null, '2026-03-02T09:58:41.325Z', 1772445521325000000, 'samples/leaked-background-task/drafts.lifelog', 9, 1, 467, 67),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 4, 'scene.willConnect', '6E1D3C0A-main', '2026-03-02T09:58:41.560Z', 1772445521560000000, 'samples/leaked-background-task/drafts.lifelog', 10, 1, 535, 62),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 5, 'scene.willEnterForeground', '6E1D3C0A-main', '2026-03-02T09:58:41.900Z', 1772445521900000000, 'samples/leaked-background-task/drafts.lifelog', 11, 1, 598, 58),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 6, 'scene.didBecomeActive', '6E1D3C0A-main', '2026-03-02T09:58:42.200Z', 1772445522200000000, 'samples/leaked-background-task/drafts.lifelog', 12, 1, 657, 54),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 7, 'data.change', null, '2026-03-02T09:59:58.300Z', 1772445598300000000, 'samples/leaked-background-task/drafts.lifelog', 14, 1, 739, 42),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 8, 'backgroundTask.begin', null, '2026-03-02T10:00:05.000Z', 1772445605000000000, 'samples/leaked-background-task/drafts.lifelog', 15, 1, 782, 73),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 9, 'network.begin', null, '2026-03-02T10:00:05.040Z', 1772445605040000000, 'samples/leaked-background-task/drafts.lifelog', 16, 1, 856, 65),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 10, 'backgroundTask.begin', null, '2026-03-02T10:00:06.400Z', 1772445606400000000, 'samples/leaked-background-task/drafts.lifelog', 17, 1, 922, 73),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 11, 'scene.willResignActive', '6E1D3C0A-main', '2026-03-02T10:00:07.000Z', 1772445607000000000, 'samples/leaked-background-task/drafts.lifelog', 18, 1, 996, 55),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 12, 'scene.didEnterBackground', '6E1D3C0A-main', '2026-03-02T10:00:07.300Z', 1772445607300000000, 'samples/leaked-background-task/drafts.lifelog', 19, 1, 1052, 71),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 13, 'network.end', null, '2026-03-02T10:00:09.060Z', 1772445609060000000, 'samples/leaked-background-task/drafts.lifelog', 20, 1, 1124, 73),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 14, 'backgroundTask.end', null, '2026-03-02T10:00:09.100Z', 1772445609100000000, 'samples/leaked-background-task/drafts.lifelog', 21, 1, 1198, 38),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 15, 'backgroundTask.expire', null, '2026-03-02T10:00:33.200Z', 1772445633200000000, 'samples/leaked-background-task/drafts.lifelog', 22, 1, 1237, 41),
('0000000000000000', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', 16, 'process.exit', null, '2026-03-02T10:00:36.800Z', 1772445636800000000, 'samples/leaked-background-task/drafts.lifelog', 24, 1, 1375, 73),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 1, 'process.launch', null, '2026-03-02T11:20:10.000Z', 1772450410000000000, 'samples/leaked-background-task/drafts.lifelog', 27, 1, 1459, 56),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 2, 'app.willFinishLaunching', null, '2026-03-02T11:20:10.280Z', 1772450410280000000, 'samples/leaked-background-task/drafts.lifelog', 28, 1, 1516, 66),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 3, 'app.didFinishLaunching', null, '2026-03-02T11:20:10.295Z', 1772450410295000000, 'samples/leaked-background-task/drafts.lifelog', 29, 1, 1583, 67),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 4, 'scene.willConnect', '6E1D3C0A-main', '2026-03-02T11:20:10.510Z', 1772450410510000000, 'samples/leaked-background-task/drafts.lifelog', 30, 1, 1651, 62),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 5, 'scene.willEnterForeground', '6E1D3C0A-main', '2026-03-02T11:20:10.780Z', 1772450410780000000, 'samples/leaked-background-task/drafts.lifelog', 31, 1, 1714, 58),
('0000000000000000', 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z', 6, 'scene.didBecomeActive', '6E1D3C0A-main', '2026-03-02T11:20:11.020Z', 1772450411020000000, 'samples/leaked-background-task/drafts.lifelog', 32, 1, 1773, 54)
on conflict do nothing;
insert into findings values
('0000000000000000', 1, 'slow-launch', 'info', 'certain', 'com.acme.drafts', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', null, null, '2026-03-02T09:58:41.000Z', 1772445521000000000, '2026-03-02T09:58:42.260Z', 1772445522260000000, 'The launch took 1.3 s until the first frame; it should take less than 400 ms. 2 launches of this version took too long, and no worse, with a median of 1.2 s.', 'process.launch', 2, 0, null, null, null, null, false, true, '99a58e397303b091'),
('0000000000000000', 2, 'background-task-leaked', 'warning', 'likely', 'com.acme.drafts', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', null, 'upload draft', '2026-03-02T10:00:05.000Z', 1772445605000000000, '2026-03-02T10:00:36.800Z', 1772445636800000000, 'Background task “upload draft” (identifier 7) was open when another of that name was begun; that one was ended, and the first never, not even when it expired.', 'upload draft', 1, 0, '23d7185af7761dbe', null, null, null, false, false, '476401668e6bab5b'),
('0000000000000000', 3, 'background-task-never-ended', 'error', 'certain', 'com.acme.drafts', 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z', null, '7', '2026-03-02T10:00:36.800Z', 1772445636800000000, '2026-03-02T10:00:36.800Z', 1772445636800000000, 'The system ended the app because a background task was not ended: “upload draft” (identifier 7); it was open for 31.8 s of running time.', 'upload draft', 1, 0, null, null, null, null, false, true, '23d7185af7761dbe')
on conflict do nothing;
insert into finding_runs values
('0000000000000000', 1, 1, 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z'),
('0000000000000000', 1, 2, 'com.acme.drafts/iPhone-L5/94@2026-03-02T11:20:10.000Z'),
('0000000000000000', 2, 1, 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z'),
('0000000000000000', 3, 1, 'com.acme.drafts/iPhone-L5/71@2026-03-02T09:58:41.000Z')
on conflict do nothing;
insert into evidence values
('0000000000000000', 1, 1, 'samples/leaked-background-task/drafts.lifelog', 7, 1, 343, 56, '09:58:41.000 process.launch intent=foreground reason=tap', 'begun here'),
('0000000000000000', 1, 2, 'samples/leaked-background-task/drafts.lifelog', 13, 1, 712, 26, '09:58:42.260 ui.firstFrame', 'ended here'),
('0000000000000000', 2, 1, 'samples/leaked-background-task/drafts.lifelog', 15, 1, 782, 73, '10:00:05.000 backgroundTask.begin task=7 name="upload draft" handler=true', 'the first step'),
('0000000000000000', 2, 2, 'samples/leaked-background-task/drafts.lifelog', 17, 1, 922, 73, '10:00:06.400 backgroundTask.begin task=8 name="upload draft" handler=true', 'the next step'),
('0000000000000000', 2, 3, 'samples/leaked-background-task/drafts.lifelog', 21, 1, 1198, 38, '10:00:09.100 backgroundTask.end task=8', 'the next step'),
('0000000000000000', 2, 4, 'samples/leaked-background-task/drafts.lifelog', 22, 1, 1237, 41, '10:00:33.200 backgroundTask.expire task=7', 'the next step'),
('0000000000000000', 3, 1, 'samples/leaked-background-task/drafts.lifelog', 24, 1, 1375, 73, '10:00:36.800 process.exit namespace=RUNNINGBOARD code=0x2182bad2 status=9', 'the end'),
('0000000000000000', 3, 2, 'samples/leaked-background-task/drafts.lifelog', 15, 1, 782, 73, '10:00:05.000 backgroundTask.begin task=7 name="upload draft" handler=true', 'open since here')
on conflict do nothing;
insert into verdicts values
('0000000000000000', 'background-task-leaked', 1, 2, 0, 0, 0),
('0000000000000000', 'background-task-never-ended', 1, 0, 0, 1, 0),
('0000000000000000', 'crashed', 0, 1, 0, 0, 0),
('0000000000000000', 'killed-during-launch', 0, 1, 0, 0, 0),
('0000000000000000', 'launch-crash-loop', 0, 1, 1, 0, 0),
('0000000000000000', 'memory-limit-kill', 0, 1, 0, 0, 0),
('0000000000000000', 'slow-launch', 2, 0, 0, 0, 0),
('0000000000000000', 'unsaved-when-killed', 0, 0, 0, 2, 0)
on conflict do nothing;
insert into verdict_reasons values
('0000000000000000', 'background-task-never-ended', 'requires backgroundTask.end', 1),
('0000000000000000', 'launch-crash-loop', 'window-open', 1),
('0000000000000000', 'unsaved-when-killed', 'requires data.save', 2)
on conflict do nothing;
commit;
