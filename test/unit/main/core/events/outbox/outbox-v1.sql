-- An outbox as version 1 of its tables left it: one event sent, one refused, two claimed by a process that may still run.
CREATE TABLE event (
  id integer primary key autoincrement,
  platform text not null,
  uid text not null,
  camera_id text not null,
  org_id text,
  event_type_id text,
  timestamp_ms integer not null,
  fields text not null,
  state text not null check (state in ('held', 'waiting', 'sent', 'dead')),
  accepted_at_ms integer not null,
  settled_at_ms integer,
  attempts integer not null default 0,
  next_at_ms integer not null default 0,
  lease text,
  lease_until_ms integer,
  reason text,
  unique (platform, uid)
) strict;
CREATE INDEX event_waiting on event (platform, camera_id, id) where state = 'waiting';
CREATE INDEX event_leased on event (platform, camera_id) where lease is not null;
CREATE INDEX event_open on event (platform, state, accepted_at_ms) where state <> 'sent';
CREATE INDEX event_sent on event (settled_at_ms) where state = 'sent';
CREATE TABLE source_position (
  platform text not null,
  source text not null,
  mark text not null,
  primary key (platform, source)
) strict, without rowid;
insert into event values (1, 'p', 'sent-1', 'camera-1', 'acme', 'sale', 1790000000000, '', 'sent', 1790000000000, 1790000000000, 0, 0, null, null, null);
insert into event values (2, 'p', 'dead-1', 'camera-1', 'acme', 'sale', 1790000000000, '{"amount":12.5}', 'dead', 1790000000000, 1790000000000, 0, 0, null, null, 'There is no such camera.');
insert into event values (3, 'p', 'waiting-1', 'camera-1', 'acme', 'sale', 1790000000000, '{"amount":12.5}', 'waiting', 1790000000000, null, 0, 0, '1.still-there', 1790000030000, null);
insert into event values (4, 'p', 'waiting-2', 'camera-1', 'acme', 'sale', 1790000000000, '{"amount":12.5}', 'waiting', 1790000000000, null, 0, 0, '1.still-there', 1790000030000, null);
insert into source_position values ('p', '/till.csv', '120');
pragma user_version = 1;
