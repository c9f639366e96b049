import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/shallow'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { isInstallersCommand } from '../wall/kiosk-lock.ts'
import { unlistedWords } from '../wall/unlisted-words.ts'
import { cameraIdOf } from '../wall/wall-document.ts'
import { Chord } from './rich-text.tsx'
import { chordOfPress } from './keyboard-driver.ts'
import { paletteEntries, type PaletteEntry, rankEntries } from './palette-entries.ts'
import { timeRows, zoneRows } from './palette-times.ts'
import { usePlayback, useServices, useSession, useWall } from './services.ts'
import { Window } from './window.tsx'
import { t } from '../language/language.ts'

/** Finds a camera, a layout, a salvo or an action by a few letters. */
export function PaletteWindow({ onClose }: { readonly onClose: () => void }) {
  const { shell, run, keymap, zone, platformClock, eventController, shownTags, live } = useServices()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<{ readonly query: string; readonly id: string }>()
  const ofWall = useWall(
    useShallow(({ cameras, cameraById, document }) => ({
      cameras,
      selectedTile: document.selected,
      selectedCamera: cameraById.get(cameraIdOf(document, document.selected) ?? ''),
    })),
  )
  const ofSession = useSession(
    useShallow(({ monitor, monitors, updates, salvos, settings, connection, canChooseScreens }) => ({
      monitor,
      monitors,
      updates,
      salvos,
      screens: canChooseScreens ? settings.screens : undefined,
      searches: settings.savedSearches,
      layouts: settings.layouts,
      reports: settings.occupancyReports,
      platforms: connection.platforms,
      shownPlatform: connection.platform,
    })),
  )
  const isLocked = useSession(({ lock }) => lock?.isLocked === true)
  const tags = useStore(eventController.store, (state) => state.tags)
  const hidden = useStore(shownTags, (state) => state.hidden)
  const entries = useMemo(() => {
    const unlistedWordsOf = (camera: WallCamera) => unlistedWords(camera, zone(), platformClock)
    return paletteEntries({ ...ofWall, ...ofSession, tags, hidden, keymap: keymap(), unlistedWordsOf })
  }, [ofWall, ofSession, tags, hidden, keymap, zone, platformClock])
  const { selectedTile: selected, selectedCamera } = ofWall
  const tiles = usePlayback((playback) => playback.tiles)
  const leftMs = usePlayback((playback) => playback.leftMs)
  const isZoneChosen = useSession(({ settings }) => settings.timeZone !== undefined)
  const hasCamera = selectedCamera !== undefined
  const times = useMemo(
    () =>
      timeRows(query, {
        zone: zone(),
        nowMs: platformClock.nowMs(),
        tiles,
        selectedTile: selected,
        canPlay: hasCamera,
        leftMs,
      }),
    [query, tiles, leftMs, selected, hasCamera, zone, platformClock],
  )
  const others = useMemo(
    () => [
      ...rankEntries(isLocked ? entries.filter(isForOperators) : entries, query),
      ...(isLocked ? [] : zoneRows(query, zone(), isZoneChosen)),
    ],
    [entries, query, isLocked, isZoneChosen, zone],
  )
  const unrecorded = useUnrecorded(shell, selectedCamera?.id, times.flatMap(instantOf))
  const annotated = times.map((entry) =>
    instantOf(entry).some((atMs) => unrecorded.includes(atMs))
      ? { ...entry, detail: t('palette.cameraRecordedNothingThen', { number: selectedCamera?.number ?? '' }) }
      : entry,
  )
  const groups = Map.groupBy([...annotated, ...others], (entry) => entry.group)
  const choices = [...groups.values()].flat().filter(({ command }) => command !== undefined)
  // Chosen for this text, or the first: cmdk's own choice comes a moment after the list, and Enter may be sooner.
  const choice = choices.find(({ id }) => chosen?.query === query && id === chosen.id) ?? choices[0]
  const expectedId = choice?.command?.kind === 'show-camera' ? choice.command.cameraId : undefined
  useEffect(() => {
    if (expectedId === undefined) return undefined
    // Not dialled: a held arrow key passes many.
    live.expect({ tile: selected, cameraId: expectedId, isUnambiguous: false })
    return () => live.expect(undefined)
  }, [live, selected, expectedId])

  return (
    <Window title={t('palette.commandPalette')} size="middle" hasTitleBar={false} onClose={onClose}>
      <Command
        label={t('palette.commandPalette')}
        shouldFilter={false}
        loop
        value={choice?.id ?? ''}
        onValueChange={(id) => setChosen({ query, id })}
        onKeyDown={(event) => {
          // The field has the focus and the grammar is silent; the key that opened the window closes it all the same.
          const chord = chordOfPress(event)
          if (chord === undefined || keymap().actionByChord.get(chord) !== 'palette') return
          event.preventDefault()
          onClose()
        }}
      >
        <div className="palette-field row faint">
          <Search aria-hidden size="1.25em" />
          <Command.Input
            data-first-focus
            value={query}
            onValueChange={setQuery}
            placeholder={t('palette.cameraLayoutSalvoActionOr')}
            aria-label={t('palette.findCameraLayoutSalvoAction')}
          />
        </div>
        <Command.List>
          <Command.Empty>{t('palette.nothingCalled', { query })}</Command.Empty>
          {[...groups].map(([group, ofGroup]) => (
            <Command.Group
              key={group}
              heading={
                group === 'Cameras'
                  ? t('palette.camerasIntoTile', { tile: selected + 1 })
                  : t(`palette.groups.${group}`)
              }
            >
              {ofGroup.map((entry) => (
                <Command.Item
                  className="line"
                  key={entry.id}
                  value={entry.id}
                  disabled={entry.command === undefined}
                  onSelect={() => {
                    onClose()
                    if (entry.command !== undefined) run(entry.command)
                  }}
                >
                  <Row entry={entry} />
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Window>
  )
}

/** What a locked wall does not refuse. */
function isForOperators({ command }: PaletteEntry): boolean {
  return command === undefined || !isInstallersCommand(command)
}

const instantOf = ({ command }: PaletteEntry): number[] => (command?.kind === 'go-to' ? [command.atMs] : [])

function Row({ entry }: { readonly entry: PaletteEntry }) {
  return (
    <>
      {entry.number !== undefined && <b className="palette-number strong end">{entry.number}</b>}
      <span className="grow">{entry.words}</span>
      {entry.detail !== undefined && <span className="small-note">{entry.detail}</span>}
      {entry.chord !== undefined && <Chord chord={entry.chord} />}
    </>
  )
}

/** An instant is recorded if there is footage within this of it. */
const aroundMs = 1_000
const none: readonly number[] = []

/** The instants (epoch milliseconds) at which the camera recorded nothing, according to the platform. */
function useUnrecorded(
  shell: Pick<WallShell, 'call'>,
  cameraId: string | undefined,
  instantsMs: readonly number[],
): readonly number[] {
  const question = JSON.stringify([cameraId, instantsMs])
  const [answer, setAnswer] = useState({ question: '', unrecorded: none })
  useEffect(() => {
    let isOver = false
    async function ask(): Promise<void> {
      const [id, instants] = JSON.parse(question) as [string | null, number[]]
      if (id === null || instants.length === 0) return
      const isEmpty = await Promise.all(instants.map((atMs) => isUnrecorded(shell, id, atMs)))
      if (!isOver) setAnswer({ question, unrecorded: instants.filter((_, at) => isEmpty[at]) })
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [shell, question])
  return answer.question === question ? answer.unrecorded : none
}

async function isUnrecorded(
  shell: Pick<WallShell, 'call'>,
  cameraId: string,
  atMs: number,
): Promise<boolean> {
  const range = { startMs: Math.max(0, atMs - aroundMs), endMs: atMs + aroundMs }
  const answer = await shell.call('playback.coverage', { cameraId, ...range })
  return answer.ok && answer.value.source === 'platform' && answer.value.ranges.length === 0
}
