// Written by test/unit/renderer/language/catalogues.test.ts from en.json.
export type Tag = (parts: never[]) => unknown

export interface MessageParameters {
  'acts.hotspot': { at: string | number; who: string | number }
  'acts.hotspotDropped': { at: string | number; seconds: string | number; who: string | number }
  'acts.noSalvo': { salvo: string | number; who: string | number }
  'acts.recalled': { at: string | number; salvo: string | number; who: string | number }
  'acts.recallsIt': { key: string | number; salvo: string | number }
  'acts.rule': { title: string | number }
  'acts.salvoDropped': { at: string | number; salvo: string | number; seconds: string | number; who: string | number }
  'alarms.acknowledge': { kbd: Tag }
  'alarms.acknowledge.keys': { kbd: Tag }
  'alarms.acknowledgeWithReason': { kbd: Tag }
  'alarms.acknowledged': { cause: string | number; title: string | number }
  'alarms.count': { count: number }
  'alarms.countSnoozed': { count: number; snoozed: number }
  'alarms.escalatesAfter': { length: string | number }
  'alarms.form.enter': { kbd: Tag }
  'alarms.forward': { kbd: Tag }
  'alarms.forwarded': { camera: string | number; monitor: string | number }
  'alarms.log.broken': { first: string | number }
  'alarms.log.brokenMore': { first: string | number; more: number }
  'alarms.log.holds': { entries: number; since: string | number }
  'alarms.logNames': { count: string | number; name: string | number }
  'alarms.logNamesWorkstation': { count: string | number; name: string | number }
  'alarms.more': { count: string | number }
  'alarms.otherPlatform': { platform: string | number }
  'alarms.problem.camerasLeft': { name: string | number }
  'alarms.problem.noSalvo': { number: string | number }
  'alarms.problem.noSearch': { name: string | number }
  'alarms.problem.unread': { why: string | number }
  'alarms.rules.damaged': { titles: string | number }
  'alarms.rules.full': { most: string | number }
  'alarms.rules.keys': { kbd: Tag }
  'alarms.rulesOn': { count: number }
  'alarms.search.tooMany': { most: string | number; name: string | number }
  'alarms.show': { kbd: Tag }
  'alarms.signOn.nobody': { workstation: string | number }
  'alarms.signOn.off': { operator: string | number }
  'alarms.signOn.remove': { operator: string | number }
  'alarms.signOn.removeForGood': { operator: string | number }
  'alarms.signOn.somebody': { operator: string | number }
  'alarms.snooze': { kbd: Tag; key: string | number; minutes: string | number }
  'alarms.snoozedLeft': { left: string | number }
  'alarms.then.salvo': { number: string | number }
  'alarms.when.event': { name: string | number }
  'alarms.when.occupancy': { name: string | number; threshold: string | number }
  'alarms.when.offline': { seconds: string | number }
  'alarms.when.stale': { seconds: string | number }
  'banners.firstKeys': { confirm: string | number; help: string | number; palette: string | number }
  'banners.reconnecting': { since: string | number }
  'cameraNumbersForm.findOneCameras': { length: string | number }
  'cameraNumbersForm.number': { name: string | number }
  'cameras.cannotBeBoth': { name2: string | number; name: string | number; number: string | number }
  'cameras.kept': { count: number }
  'cameras.listed': { count: number }
  'cameras.needsPositiveNumber': { name: string | number; repeat: string | number }
  'connection.ahead': { exact: string | number; seconds: string | number }
  'connection.apiKey': { state: string | number }
  'connection.behind': { exact: string | number; seconds: string | number }
  'connection.connectionNotEncryptedWhoeverBetween': { host: string | number }
  'connection.days': { days: number }
  'connection.ended': { date: string | number }
  'connection.keyEnded': { date: string | number }
  'connection.keyEnds': { date: string | number; length: string | number }
  'connection.keyMovesThere': { kept: string | number }
  'connection.newKeyGoesThere': { kept: string | number }
  'connection.noListOfCameras': { reason: string | number }
  'connection.opensDemo': { kept: string | number }
  'connection.stepWithComputer': { exact: string | number }
  'connection.untilFromNow': { date: string | number; length: string | number }
  'contents.note': { confirm: string | number }
  'contents.role.paused': { count: string | number; step: string | number }
  'contents.role.sequence': { count: string | number; step: string | number }
  'contents.sequence.earlier': { name: string | number }
  'contents.sequence.full': { most: string | number }
  'contents.sequence.keys': { kbd: Tag }
  'contents.sequence.later': { name: string | number }
  'contents.sequence.seconds': { name: string | number }
  'contents.sequence.title': { tile: string | number }
  'contents.text.keys': { kbd: Tag }
  'contents.text.title': { tile: string | number }
  'contents.title': { tile: string | number }
  'engineer.buffered': { buffer: string | number; decode: string | number }
  'engineer.capNotKnown': { sessions: string | number }
  'engineer.droppedFrames': { count: number }
  'engineer.fps': { received: string | number; shown: string | number }
  'engineer.of': { cap: string | number; sessions: string | number }
  'engineer.requests': { count: number; size: string | number }
  'engineer.ticketRate': { count: string | number; most: string | number }
  'engineer.ticketsHeld': { held: string | number; rate: string | number; wanted: string | number }
  'events.count': { count: number }
  'events.export.cancelled': { count: number; file: string | number }
  'events.export.cutOff': { file: string | number; most: number }
  'events.export.done': { count: number; file: string | number }
  'events.export.failed': { count: number; file: string | number; why: string | number }
  'events.export.running': { count: number; file: string | number }
  'events.export.runningOf': { count: number; file: string | number; total: number }
  'events.export.waiting': { file: string | number }
  'events.feed.label': { name: string | number }
  'events.feed.noSearch': { name: string | number }
  'events.feed.unreadable': { name: string | number; why: string | number }
  'events.legend.hide': { name: string | number }
  'events.legend.show': { name: string | number }
  'events.mark.keys': { kbd: Tag }
  'events.mark.waits': { why: string | number }
  'events.outbox.discard': { count: number }
  'events.outbox.discardForGood': { count: number }
  'events.outbox.forLocalSite': { count: number }
  'events.outbox.forOther': { count: number; platform: string | number }
  'events.outbox.forUnlisted': { count: number; platform: string | number }
  'events.outbox.refused': { count: number }
  'events.outbox.send': { count: number }
  'events.outbox.setAside': { tries: number }
  'events.outbox.waitsHere': { count: number }
  'events.outbox.waitsHereSince': { age: string | number; count: number }
  'events.palette.hideTag': { name: string | number }
  'events.palette.search': { name: string | number }
  'events.palette.showTag': { name: string | number }
  'events.receipt.clock': { name: string | number }
  'events.receipt.clocks': { camera: string | number }
  'events.receipt.label': { fields: string | number; tag: string | number }
  'events.receipt.labelVoid': { fields: string | number; tag: string | number }
  'events.receipt.more': { count: string | number }
  'events.receipt.title': { tile: string | number }
  'events.results.clock': { seconds: string | number }
  'events.results.countOrMore': { count: number }
  'events.results.new': { count: number }
  'events.results.newOrMore': { count: number }
  'events.results.noFurther': { why: string | number }
  'events.results.picture': { chord: string | number }
  'events.results.play': { chord: string | number }
  'events.results.steps': { chord: string | number }
  'events.saved.fault.full': { most: string | number }
  'events.saved.fault.nameTooLong': { most: string | number }
  'events.saved.fault.taken': { name: string | number }
  'events.saved.fault.textTooLong': { most: string | number }
  'events.search.column': { column: string | number }
  'events.search.use': { suggestion: string | number }
  'events.tags.fieldTwice': { name: string | number }
  'events.tags.noField': { part: string | number }
  'events.tags.remove': { name: string | number; unseen: Tag }
  'evidence.allInPlayback': { count: string | number }
  'evidence.export': { count: number }
  'evidence.failed': { why: string | number }
  'evidence.folder': { folder: string | number; path: Tag }
  'evidence.folderOfStart': { folder: string | number; path: Tag }
  'evidence.gaps': { gaps: number }
  'evidence.goesTo': { folder: string | number }
  'evidence.liesIn': { folder: string | number; path: Tag }
  'evidence.range': { range: string | number }
  'evidence.reading': { megabytes: string | number; percent: string | number }
  'evidence.selected': { camera: string | number }
  'evidence.setRange': { end: string | number; range: string | number; replay: string | number; start: string | number }
  'evidence.signedBy': { fingerprint: string | number; path: Tag }
  'evidence.snapshot.downloaded': { what: string | number }
  'evidence.snapshot.not': { tile: string | number; why: string | number }
  'evidence.snapshot.pictures': { count: string | number }
  'evidence.snapshot.saved': { folder: string | number; what: string | number }
  'evidence.snapshot.state': { state: string | number }
  'evidence.waiting': { why: string | number }
  'evidence.writing': { percent: string | number }
  'exact.alarm_log_changed': { file: string | number; line: string | number }
  'exact.alarm_log_file_half_line': { file: string | number }
  'exact.alarm_log_file_missing': { file: string | number }
  'exact.alarm_log_gap': { entry: string | number; file: string | number; line: string | number }
  'exact.alarm_log_line_changed': { file: string | number; line: string | number }
  'exact.alarm_log_line_gap': { entry: string | number; file: string | number; line: string | number }
  'exact.alarm_log_newer': { entries: string | number }
  'exact.alarm_log_not_written_because': { reason: string | number }
  'exact.alarms_crowded_out': { most: string | number }
  'exact.demo_no_packages': { folder: string | number }
  'exact.demo_no_site': { folder: string | number }
  'exact.demo_node_old': { version: string | number }
  'exact.demo_not_started': { reason: string | number }
  'exact.demo_of_other_user': { folder: string | number }
  'exact.demo_said': { sentence: string | number }
  'exact.dictionary_key_rejected': { what: string | number }
  'exact.dictionary_not_allowed': { what: string | number }
  'exact.event_field_unknown': { field: string | number; tags: string | number }
  'exact.event_operator_unknown': { field: string | number; operators: string | number; type: string | number }
  'exact.event_tag_unknown': { tag: string | number }
  'exact.events_cut': { most: string | number }
  'exact.events_left_out': { most: string | number }
  'exact.export_events_cut': { most: string | number }
  'exact.export_events_shown': { count: string | number; shown: string | number }
  'exact.export_events_unread': { count: string | number }
  'exact.export_gives_less': { minutes: string | number }
  'exact.export_reckoned': { cameras: string | number }
  'exact.export_unmasked': { cameras: string | number }
  'exact.exports_running': { most: string | number }
  'exact.file_damaged': { copy: string | number; file: string | number }
  'exact.file_damaged_elsewhere': { file: string | number }
  'exact.file_damaged_stays': { file: string | number }
  'exact.file_in_the_way': { folder: string | number }
  'exact.file_not_whole': { file: string | number }
  'exact.file_unreadable': { file: string | number; reason: string | number }
  'exact.folder_broken': { folder: string | number }
  'exact.folder_busy': { folder: string | number }
  'exact.folder_denied': { folder: string | number }
  'exact.folder_full': { folder: string | number }
  'exact.folder_given': { folder: string | number }
  'exact.folder_gone': { folder: string | number }
  'exact.folder_in_the_way': { folder: string | number }
  'exact.folder_nearly_full': { folder: string | number }
  'exact.folder_read_only': { folder: string | number }
  'exact.footage_too_near': { host: string | number }
  'exact.footage_unencrypted': { host: string | number }
  'exact.footage_unknown_name': { host: string | number }
  'exact.graphics_off': { hours: string | number; time: string | number; times: string | number }
  'exact.import_too_long': { characters: string | number }
  'exact.key_of_listed_organization': { listed: string | number; organization: string | number }
  'exact.key_of_other_organization': { before: string | number; organization: string | number }
  'exact.kiosk_file_not_roots': { file: string | number }
  'exact.kiosk_file_too_large': { file: string | number }
  'exact.kiosk_file_unlike': { file: string | number }
  'exact.kiosk_file_unreadable': { file: string | number }
  'exact.list_cells': { cells: string | number; columns: string | number }
  'exact.list_full': { most: string | number }
  'exact.list_member_too_long': { member: string | number }
  'exact.list_no_json_because': { reason: string | number }
  'exact.list_no_number': { most: string | number; text: string | number }
  'exact.list_no_offset': { text: string | number }
  'exact.list_no_time_zone': { zone: string | number }
  'exact.list_same_id': { id: string | number; line: string | number }
  'exact.list_same_id_entry': { id: string | number; line: string | number }
  'exact.list_same_number': { line: string | number; number: string | number }
  'exact.list_same_number_entry': { line: string | number; number: string | number }
  'exact.live_address_unencrypted': { host: string | number }
  'exact.live_address_unknown': { host: string | number }
  'exact.mark_tag_unlisted': { field: string | number; tag: string | number }
  'exact.mark_tag_without_field': { field: string | number; tag: string | number }
  'exact.media_certificate_not_now': { reason: string | number }
  'exact.media_certificate_of_other': { reason: string | number }
  'exact.media_certificate_untrusted': { reason: string | number }
  'exact.media_status': { status: string | number }
  'exact.monitor_elsewhere': { number: string | number }
  'exact.monitor_empty': { number: string | number }
  'exact.monitor_twice': { number: string | number }
  'exact.no_dictionary': { what: string | number }
  'exact.no_such_monitor': { number: string | number; numbers: string | number }
  'exact.no_time_zone': { zone: string | number }
  'exact.number_taken': { name: string | number; number: string | number }
  'exact.number_taken_by_unlisted': { name: string | number; number: string | number }
  'exact.outbox_broken': { reason: string | number }
  'exact.outbox_damaged': { copy: string | number }
  'exact.outbox_denied': { reason: string | number }
  'exact.outbox_stopped': { reason: string | number }
  'exact.page_restarted': { reason: string | number; time: string | number }
  'exact.part_address_of': { platform: string | number }
  'exact.part_alarm_rule': { title: string | number }
  'exact.part_cause_camera': { camera: string | number; seconds: string | number; state: string | number }
  'exact.part_cause_camera_long': { camera: string | number; minutes: string | number; state: string | number }
  'exact.part_cause_people': { limit: string | number; people: string | number; report: string | number }
  'exact.part_masks': { camera: string | number }
  'exact.part_more_sessions_here': { count: string | number }
  'exact.part_more_sessions_of_monitor': { count: string | number; monitor: string | number }
  'exact.part_of_platform': { part: string | number; platform: string | number }
  'exact.part_picture': { camera: string | number }
  'exact.part_sessions_elsewhere': { count: string | number }
  'exact.part_sessions_here': { count: string | number }
  'exact.part_sessions_of_monitor': { count: string | number; monitor: string | number }
  'exact.part_settings_named': { names: string | number }
  'exact.part_tile_here': { tiles: string | number }
  'exact.part_tile_of_monitor': { monitor: string | number; tiles: string | number }
  'exact.part_tiles_here': { tiles: string | number }
  'exact.part_tiles_of_monitor': { monitor: string | number; tiles: string | number }
  'exact.part_wall_of_monitor': { monitor: string | number }
  'exact.parts_unread': { file: string | number; parts: string | number }
  'exact.parts_unread_copied': { copy: string | number; file: string | number; parts: string | number }
  'exact.pin_exists': { name: string | number }
  'exact.pin_full': { most: string | number }
  'exact.pin_wait': { seconds: string | number }
  'exact.platform_certificate_not_now': { reason: string | number }
  'exact.platform_certificate_of_other': { reason: string | number }
  'exact.platform_certificate_untrusted': { reason: string | number }
  'exact.platform_elsewhere': { address: string | number }
  'exact.platform_not_http': { reason: string | number }
  'exact.platform_other_path': { path: string | number }
  'exact.platform_redirects': { address: string | number; status: string | number }
  'exact.platform_said': { sentence: string | number }
  'exact.platform_slow': { seconds: string | number }
  'exact.platform_status': { status: string | number }
  'exact.platform_status_unknown': { status: string | number }
  'exact.platform_unreachable': { reason: string | number }
  'exact.range_too_long': { days: string | number }
  'exact.receipts_cut': { count: string | number }
  'exact.salvos_cut': { number: string | number }
  'exact.salvos_full': { most: string | number }
  'exact.search_cut_off': { read: string | number }
  'exact.sessions_used': { cap: string | number }
  'exact.sessions_used_by': { cap: string | number; holders: string | number }
  'exact.settings_before_kept': { copy: string | number }
  'exact.settings_file_unread': { parts: string | number }
  'exact.settings_not_written': { reason: string | number }
  'exact.start_address_unreadable': { address: string | number }
  'exact.steps_too_many': { most: string | number }
  'exportPage.about': { from: string | number; platform: string | number; timeZone: string | number; until: string | number }
  'exportPage.by': { who: string | number }
  'exportPage.gap': { camera: string | number; from: string | number; until: string | number; why: string | number }
  'exportPage.noGaps': { camera: string | number }
  'exportPage.noneUntil': { time: string | number }
  'faults.someNotLive': { count: number; tileCount: string | number }
  'faults.tiles': { count: number; list: string | number; word: string | number }
  'firstRunPage.noKeyYet': { baseUrl: string | number }
  'footage.noGapAfter': { camera: string | number }
  'footage.noGapBefore': { camera: string | number }
  'form.missing': { field: string | number }
  'form.notAddress': { example: string | number; field: string | number }
  'form.notEmail': { field: string | number }
  'form.notInRange': { field: string | number; least: string | number; most: string | number }
  'form.organizationTooLong': { most: string | number }
  'form.tooShort': { field: string | number; least: string | number }
  'grid.fault.too_many_lines': { max: string | number }
  'grid.fault.too_many_tiles': { max: string | number }
  'grid.saved': { name: string | number }
  'grid.size': { columns: string | number; count: number; rows: string | number }
  'grid.tile': { camera: string | number; columns: string | number; kind: string; rows: string | number; tile: string | number }
  'help.entryEndsWithEnterEsc': { confirm: string | number; leave: string | number }
  'help.monitors': { list: string | number }
  'help.thisMonitor': { name: string | number }
  'import.count': { count: number; what: string }
  'import.file': { what: string }
  'import.replaces': { names: string | number }
  'import.tooLarge': { what: string }
  'keyForms.newKeyUse': { detail: string | number }
  'keyboard.conflict.fixed': { action: string | number }
  'keyboard.conflict.notAChord': { action: string | number; text: string | number }
  'keyboard.conflict.reserved': { action: string | number; chord: string | number }
  'keyboard.conflict.taken': { action: string | number; by: string | number; chord: string | number }
  'keyboard.conflict.unknownAction': { name: string | number }
  'keyboard.entry.backTo': { camera: string | number; place: string | number }
  'keyboard.entry.beginWith': { count: number; number: string | number }
  'keyboard.entry.cameraOrKeyboard': { place: string | number }
  'keyboard.entry.monitor': { monitor: string | number }
  'keyboard.entry.noCamera': { number: string | number }
  'keyboard.entry.noMonitor': { count: number; list: string | number; monitor: string | number }
  'keyboard.entry.noNumberHasMoreThan': { MAXENTRYDIGITS: string | number }
  'keyboard.entry.noOtherCamera': { place: string | number }
  'keyboard.entry.noSalvo': { number: string | number }
  'keyboard.entry.noTile': { count: number; tile: string | number }
  'keyboard.entry.tile': { tile: string | number }
  'keyboard.entry.tileOfMonitor': { monitor: string | number; tile: string | number }
  'keyboard.entry.whichCamera': { place: string | number }
  'keyboard.grammar.noCameraTileOrSalvo': { entry: string | number }
  'keyboard.grammar.tileEmptyAlready': { selected: string | number }
  'keyboard.grammar.tileHasShownNothingElse': { selected: string | number }
  'keyboard.hint.goLiveAll': { key: string | number }
  'keyboard.hint.queue': { key: string | number }
  'keyboard.hint.replay': { key: string | number }
  'keyboard.hint.showTimeline': { key: string | number }
  'keyboard.hint.undo': { key: string | number }
  'keyboard.hint.zoomIn': { key: string | number }
  'keyboard.keymapEdit.alwaysOpensWindowPressAnother': { chord: string | number }
  'keyboard.keymapEdit.belongsCameraNumbersPressAnother': { chord: string | number }
  'keyboard.keymapEdit.cannotBeKeptAsKey': { chord: string | number }
  'keyboard.keymapEdit.commandHasKeysAlready': { MAXCHORDSANACTION: string | number }
  'keyboard.refusal.leaveElsewhere': { monitor: string | number }
  'keyboard.refusal.undoElsewhere': { monitor: string | number }
  'keymap.isNow': { action: string | number; chord: string | number }
  'keymap.noCommandOrKeyCalled': { query: string | number }
  'keymap.note': { chord: string | number; signs: string | number }
  'keymap.set': { chord: string | number }
  'language.palette': { name: string | number }
  'layout.namedTiles': { name: string | number }
  'layout.note': { kbd: Tag }
  'layout.tiles': { count: number; layout: string | number }
  'layouts.deleted': { name: string | number }
  'layouts.nameTaken': { name: string | number }
  'layouts.newName': { name: string | number }
  'layouts.tooMany': { count: string | number; max: string | number }
  'masks.full': { most: string | number }
  'masks.keys': { kbd: Tag }
  'masks.save': { count: number }
  'masks.surface': { count: string | number }
  'masks.titleOf': { name: string | number }
  'occupancy.andMore': { count: string | number; names: string | number }
  'occupancy.bucket.average': { count: string | number }
  'occupancy.bucket.in': { count: string | number }
  'occupancy.bucket.most': { count: string | number }
  'occupancy.bucket.out': { count: string | number }
  'occupancy.bucket.tooMany': { count: string | number }
  'occupancy.choice.zoneHolds': { capacity: string | number }
  'occupancy.curve.keys': { arrows: string | number; enter: string | number; maximum: string | number }
  'occupancy.fact.to': { at: string | number; value: string | number }
  'occupancy.fact.toZones': { at: string | number }
  'occupancy.figures.average': { value: string | number }
  'occupancy.file.days': { first: string | number; last: string | number }
  'occupancy.file.reset': { at: string | number; rule: string | number; value: string | number }
  'occupancy.fill.over': { count: string | number }
  'occupancy.fill.share': { capacity: string | number; percent: string | number }
  'occupancy.form.enter': { enter: string | number }
  'occupancy.form.typeIds': { why: string | number }
  'occupancy.form.zonesHold': { capacity: string | number }
  'occupancy.palette.open': { name: string | number }
  'occupancy.palette.show': { name: string | number }
  'occupancy.plot.average': { value: string | number }
  'occupancy.plot.capacity': { value: string | number }
  'occupancy.plot.maximum': { value: string | number }
  'occupancy.reset.once': { last: string | number; rule: string | number; to: string | number }
  'occupancy.reset.times': { count: number; last: string | number; rule: string | number; to: string | number }
  'occupancy.reset.to': { value: string | number }
  'occupancy.result.share': { percent: string | number }
  'occupancy.result.tooMany': { count: string | number }
  'occupancy.rule.dailyAt': { time: string | number }
  'occupancy.rule.everyDayOfWeek': { day: string | number }
  'occupancy.rule.everyDayOfWeekAt': { day: string | number; time: string | number }
  'occupancy.rule.schedule': { name: string | number }
  'occupancy.rules.sources': { most: string | number }
  'occupancy.rules.zones': { most: string | number }
  'occupancy.saved.full': { most: string | number }
  'occupancy.saved.nameTooLong': { most: string | number }
  'occupancy.saved.namesake': { name: string | number }
  'occupancy.savedCount': { count: string | number }
  'occupancy.schedule.byClock': { clock: string | number; resets: string | number }
  'occupancy.sources.both': { entrances: number; zones: number }
  'occupancy.sources.entrancesOnly': { entrances: number }
  'occupancy.sources.zonesOnly': { zones: number }
  'occupancy.tile.ago': { age: string | number }
  'occupancy.tile.trend': { least: string | number; most: string | number }
  'occupancy.time.begins': { examples: string | number }
  'occupancy.time.missing': { examples: string | number }
  'occupancy.time.none': { examples: string | number; typed: string | number }
  'occupancy.time.one': { examples: string | number }
  'occupancy.window.last': { amount: number; unit: string }
  'occupancy.zones.doubled': { zones: string | number }
  'palette.backTo': { when: string | number; who: string | number }
  'palette.cameraRecordedNothingThen': { number: string | number }
  'palette.camerasIntoTile': { tile: string | number }
  'palette.firstTime': { instant: string | number }
  'palette.goTo': { when: string | number; who: string | number }
  'palette.installUpdateRestart': { version: string | number }
  'palette.intoTile': { tile: string | number }
  'palette.layout': { layout: string | number }
  'palette.monitorAlsoShow': { name: string | number; number2: string | number; number: string | number }
  'palette.noKeyYet': { host: string | number }
  'palette.nothingCalled': { query: string | number }
  'palette.platformShow': { platformName: string | number }
  'palette.receipts': { what: string | number }
  'palette.saveWhatShownAsSalvo': { freeSalvoNumber: string | number }
  'palette.secondTime': { instant: string | number }
  'palette.tile': { selectedTile: string | number }
  'palette.tileShowsNoCameraPlay': { selectedTile: string | number }
  'palette.timeZone': { replaceAll: string | number }
  'palette.timeZoneComputer': { machine: string | number }
  'picker.id': { typed: string | number }
  'picker.without': { words: string | number }
  'picker.withoutUnknown': { words: string | number }
  'platform.assumptions.changedHere': { changed: string | number }
  'platform.assumptions.changedPlatform': { changes: string | number }
  'platform.assumptions.counted': { absent: string | number; confirmed: string | number; contradicted: string | number; untested: string | number }
  'platform.assumptions.interfaceLeavesTheseOpenConfirmed': { findingsSentence: string | number }
  'platform.assumptions.otherwisePlatform': { gap: string | number }
  'platform.cameraImport.entry': { line: string | number }
  'platform.cameraImport.leftEntries': { count: number; taken: string | number }
  'platform.cameraImport.leftLines': { count: number; taken: string | number }
  'platform.cameraImport.line': { line: string | number }
  'platform.cameraImport.listed': { count: number }
  'platform.cameraImport.more': { count: number }
  'platform.cameraImport.taken': { count: number }
  'platform.cameraImport.unusedColumns': { count: number; names: string | number }
  'platform.cameraImport.unusedMembers': { count: number; names: string | number }
  'platform.found.answers': { status: string }
  'platform.found.cameras': { count: number }
  'platform.found.dictionaries': { entrances: number; schedules: number; zones: number }
  'platform.found.event-tags': { count: number }
  'platform.found.occupancy': { maximum: string | number }
  'platform.found.playback': { camera: string | number }
  'platform.found.playback-not-recorded': { camera: string | number }
  'platform.found.playback-not-stopped': { camera: string | number }
  'platform.found.playback-without-session': { camera: string | number }
  'platform.found.ticket': { camera: string | number; host: string | number }
  'platform.overrideInput.back': { label: string | number; usual: string | number }
  'platform.overrideInput.backHint': { usual: string | number }
  'platform.state.failed': { failures: string | number }
  'platform.state.keyOfOrganization': { name: string | number; orgId: string | number }
  'platform.state.ms': { round: string | number }
  'platform.state.platformAllowsAtOnce': { cap: string | number }
  'platform.state.playbackUse': { sessions: string | number }
  'platform.state.rateAssumed': { count: string | number }
  'platform.state.rateLimited': { count: string | number }
  'platform.state.takenBeAllowedAtOnce': { MAXPLAYBACKSESSIONS: string | number }
  'platform.state.ticketsOfMinute': { count: string | number }
  'platforms.eventsWait': { count: number }
  'platforms.name': { platformName: string | number }
  'platforms.remove': { name: string | number }
  'platforms.show': { name: string | number }
  'playback.of': { name: string | number }
  'playback.tile.noRecordingUntil': { time: string | number }
  'playback.tile.noSharper': { size: string | number }
  'playback.tile.sharperComing': { size: string | number }
  'query.cameras': { count: number }
  'query.didYouMean': { name: string | number }
  'query.dots': { better: string | number }
  'query.fieldOfOtherTag': { field: string | number; other: string | number }
  'query.howLong': { from: string | number; since: string | number }
  'query.isField': { example: string | number; name: string | number }
  'query.isNumber': { example: string | number; field: string | number; operators: string | number }
  'query.isText': { field: string | number }
  'query.isTruth': { field: string | number }
  'query.keyTakesNoTime': { key: string | number }
  'query.last.d': { amount: number }
  'query.last.h': { amount: number }
  'query.last.m': { amount: number }
  'query.last.w': { amount: number }
  'query.lengthOfTime': { better: string | number }
  'query.mostCameras': { most: string | number }
  'query.mostConditions': { most: string | number }
  'query.noCamera': { name: string | number }
  'query.noCamerasFromTo': { first: string | number; last: string | number }
  'query.noDay': { day: string | number }
  'query.noField': { field: string | number }
  'query.noGroup': { name: string | number }
  'query.noLength': { typed: string | number }
  'query.noMoment': { typed: string | number }
  'query.noTag': { name: string | number }
  'query.noTagHasAll': { field: string | number; others: string | number }
  'query.noTime': { time: string | number }
  'query.notANumber': { field: string | number; typed: string | number }
  'query.numberAlone': { better: string | number }
  'query.numberUnquoted': { field: string | number }
  'query.quoted': { text: string | number }
  'query.severalCameras': { name: string | number; numbers: string | number }
  'query.severalTags': { name: string | number }
  'query.smallerFirst': { better: string | number }
  'query.stray.operator': { example: string | number; operator: string | number }
  'query.stretchWithoutKey': { key: string | number }
  'query.textTooLong': { most: string | number }
  'query.timePassed': { better: string | number }
  'query.tooLarge': { typed: string | number }
  'query.twoWays': { one: string | number; thousand: string | number; typed: string | number }
  'query.unknownKey': { key: string | number; keys: string | number }
  'query.valueMissing': { operator: string | number }
  'query.whichField': { choices: string | number }
  'query.whichUnit': { digits: string | number; typed: string | number }
  'query.wholeNumber': { field: string | number }
  'query.writeField': { better: string | number; name: string | number }
  'query.writeTruth': { better: string | number; field: string | number }
  'range.from': { start: string | number }
  'range.until': { end: string | number }
  'range.whole': { end: string | number; length: string | number; start: string | number }
  'salvo.leftChanged': { number: string | number }
  'salvo.numberTaken': { number: string | number }
  'salvo.otherMonitors': { count: number }
  'salvo.sharedLeftOut': { number: string | number }
  'salvo.staysHere': { number: string | number }
  'salvo.thereSalvosNoMoreFit': { MAXSALVOS: string | number }
  'salvo.unlisted': { count: number }
  'salvo.wouldBeSalvosFitNothing': { MAXSALVOS: string | number; length: string | number }
  'salvos.deleted': { salvo: string | number }
  'salvos.gone': { number: string | number }
  'salvos.keys': { kbd: Tag }
  'salvos.kind.camera': { count: number }
  'salvos.kind.clock': { count: number }
  'salvos.kind.empty': { count: number }
  'salvos.kind.feed': { count: number }
  'salvos.kind.hotspot': { count: number }
  'salvos.kind.occupancy': { count: number }
  'salvos.kind.sequence': { count: number }
  'salvos.kind.text': { count: number }
  'salvos.monitors': { count: number }
  'salvos.nameOf': { number: string | number }
  'salvos.named': { name: string | number; number: string | number }
  'salvos.none': { confirm: string | number; kbd: Tag; save: string | number }
  'salvos.numbered': { number: string | number }
  'salvos.save.replaced': { salvo: string | number }
  'salvos.save.replacesKeys': { kbd: Tag }
  'salvos.save.savesKeys': { kbd: Tag }
  'salvos.save.title': { number: string | number }
  'salvos.saveAs': { number: string | number }
  'salvos.scope.all': { count: string | number }
  'salvos.shared.by': { by: string | number }
  'salvos.shared.choose': { who: string | number }
  'salvos.shared.saved': { at: string | number; who: string | number }
  'salvos.shared.twice': { number: string | number }
  'salvos.times.everyDay': { at: string | number }
  'salvos.times.full': { most: string | number }
  'salvos.times.next': { when: string | number }
  'salvos.unlisted': { count: number }
  'savedList.delete': { name: string | number }
  'savedList.deleted': { name: string | number }
  'savedList.renameNamed': { name: string | number }
  'start.needsX11ByLauncher': { mode: string | number }
  'support.versionsSettingsWithoutNamesTexts': { fileName: string | number }
  'tile.camera': { name: string | number; number: string | number }
  'tile.large': { name: string | number }
  'tile.lastPicture': { time: string | number }
  'tile.lateLocalBy': { seconds: string | number }
  'tile.named': { content: string | number; tile: string | number }
  'tile.nextTry': { span: string | number }
  'tile.occupancy': { name: string | number }
  'tile.since': { time: string | number }
  'tile.typeCameraNumberThenEnter': { confirm: string | number }
  'tile.unlisted': { since: string | number }
  'time.clocksWent': { from: string | number; to: string | number }
  'time.hasNotComeYet': { instant: string | number }
  'time.leftOut': { time: string | number }
  'time.thereNoDay': { text: string | number }
  'time.thereNoTime': { text: string | number }
  'time.wasA': { date: string | number; weekday: string | number }
  'timeline.live': { instant: string | number }
  'timeline.picture': { time: string | number }
  'timelineBar.export': { words: string | number }
  'timelineBar.tile': { tile: string | number }
  'timelineBar.tilesInStep': { count: string | number }
  'update.atHour': { from: string | number; to: string | number }
  'update.newestVersionAs': { timeOfDay: string | number }
  'update.versionBeingInstalledWallComes': { version: string | number }
  'update.versionBeingLoadedBackground': { version: string | number }
  'update.versionReady': { version: string | number; when: string | number }
  'updates.installRestart': { version: string | number }
  'wall.saves': { chord: string | number }
}
