import { noAlarms } from '#contract/wall/alarms.ts'
import { FIRST_LAYOUT, layoutOf } from '#contract/wall/layout.ts'
import { noSharedSalvos } from '#contract/wall/salvo.ts'
import type { Clock } from '../clock.ts'
import { buildKeymap, conflictSentence } from '../keyboard/keymap.ts'
import { noticeWords } from '../language/error-words.ts'
import { createSessionStore, type SessionStore } from '../wall/session-store.ts'
import type { Hello } from '../wall/shell-sync.ts'
import { emptyDocument, isBlank, restoreDocument, withLayout } from '../wall/wall-document.ts'
import { createWallStore, type WallStore } from '../wall/wall-store.ts'

/** The layout of the command line, which only a start gives, wins over the kept document. */
export function storesFrom(hello: Hello, clock: Clock): { wall: WallStore; session: SessionStore } {
  const kept = restoreDocument(hello.document) ?? emptyDocument(FIRST_LAYOUT)
  const document = hello.layout === undefined ? kept : withLayout(kept, layoutOf(hello.layout))
  const session = createSessionStore(
    {
      version: hello.version,
      weakProtection: hello.shell === 'electron' ? 'obfuscated' : 'plain-file',
      connection: hello.connection,
      monitor: hello.monitor,
      monitors: hello.monitors,
      canChooseScreens: hello.canChooseScreens,
      settings: hello.settings,
      // A page keeps its empty tiles before there is a platform.
      isFresh: isBlank(kept),
      lock: hello.lock,
      updates: hello.updates,
      alarms: hello.alarms ?? noAlarms,
      sharedSalvos: hello.sharedSalvos ?? noSharedSalvos,
    },
    clock,
  )
  for (const notice of hello.notices) session.actions.notify(noticeWords(notice), notice.message)
  for (const conflict of buildKeymap(hello.settings.keymap).conflicts)
    session.actions.notify(conflictSentence(conflict))
  return { wall: createWallStore(document, hello.cameras, hello.tilesBefore), session }
}
