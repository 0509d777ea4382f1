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
('0000000000000000', 1, 'samples/metrickit/diagnostics-2026-05-10.json', 'metrickit', null, 2433, 1, 1, 0, 'read', true, false),
('0000000000000000', 2, 'samples/metrickit/payload-2026-05-11.json', 'metrickit', null, 2384, 1, 0, 0, 'read', true, false)
on conflict do nothing;
insert into runs values
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'com.acme.talk', null, 'app', '8.2', '820', 'iPhone OS 18.4 (22E240)', 'iPhone15,3', null, null, 3391, false, false, false, '2026-05-10T13:12:44Z', 1778418764000000000, false, '2026-05-10T13:12:44Z', 1778418764000000000, false, 'unknown', null, null, null, false, false, false, false, false, null, false, 0, 'com.acme.talk 8.2 (pid 3391) is first told of at 13:12:44. Some time before 13:12:44 it crashed with a fatal signal (EXC_BAD_ACCESS).')
on conflict do nothing;
insert into endings values
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'crash.signal', 'certain')
on conflict do nothing;
insert into ending_details values
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'code', '0xb'),
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'namespace', 'SIGNAL'),
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'signal', '11'),
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'signature', '42a9334a1d7ea390'),
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 'exception', 'EXC_BAD_ACCESS')
on conflict do nothing;
insert into ending_evidence values
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 1, 'samples/metrickit/diagnostics-2026-05-10.json', 68, 31, 2258, 48, 'Namespace SIGNAL, Code 11 Segmentation fault: 11')
on conflict do nothing;
insert into events values
('0000000000000000', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', 1, 'report.crash', null, '2026-05-10T13:12:44Z', 1778418764000000000, 'samples/metrickit/diagnostics-2026-05-10.json', 68, 31, 2258, 48)
on conflict do nothing;
insert into exit_counts values
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'abnormal', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'appWatchdog', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'backgroundTask', 4),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'badAccess', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'cpuLimit', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'fileLock', 1),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'illegalInstruction', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'memoryLimit', 0),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'memoryPressure', 7),
('0000000000000000', 1, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'background', 'normal', 11),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'abnormal', 0),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'appWatchdog', 2),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'badAccess', 1),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'illegalInstruction', 0),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'memoryLimit', 1),
('0000000000000000', 2, 'com.acme.talk', '8.2', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z', 'foreground', 'normal', 3)
on conflict do nothing;
insert into findings values
('0000000000000000', 1, 'crashed', 'warning', 'certain', 'com.acme.talk', 'com.acme.talk/-/3391@2026-05-10T13:12:44Z', null, null, '2026-05-10T13:12:44Z', 1778418764000000000, '2026-05-10T13:12:44Z', 1778418764000000000, 'The app crashed on signal 11, EXC_BAD_ACCESS. The first call of the app itself was Talk + 451088. That was on thread 0.', '42a9334a1d7ea390', 1, 0, null, null, null, null, false, true, '5eff8d1cea165cf6')
on conflict do nothing;
insert into finding_runs values
('0000000000000000', 1, 1, 'com.acme.talk/-/3391@2026-05-10T13:12:44Z')
on conflict do nothing;
insert into evidence values
('0000000000000000', 1, 1, 'samples/metrickit/diagnostics-2026-05-10.json', 68, 31, 2258, 48, 'Namespace SIGNAL, Code 11 Segmentation fault: 11', 'the end')
on conflict do nothing;
insert into verdicts values
('0000000000000000', 'background-task-leaked', 0, 0, 0, 1, 0),
('0000000000000000', 'background-task-never-ended', 0, 1, 0, 0, 0),
('0000000000000000', 'crashed', 1, 0, 0, 0, 0),
('0000000000000000', 'killed-during-launch', 0, 1, 0, 0, 0),
('0000000000000000', 'launch-crash-loop', 0, 2, 0, 0, 0),
('0000000000000000', 'memory-limit-kill', 0, 1, 0, 0, 0),
('0000000000000000', 'slow-launch', 0, 0, 0, 0, 0),
('0000000000000000', 'unsaved-when-killed', 0, 0, 0, 1, 0)
on conflict do nothing;
insert into verdict_reasons values
('0000000000000000', 'background-task-leaked', 'requires backgroundTask.end', 1),
('0000000000000000', 'unsaved-when-killed', 'requires data.change', 1)
on conflict do nothing;
commit;
