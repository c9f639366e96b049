import type { WallCamera } from '#contract/wall/camera.ts'
import { Volume2, VolumeX } from 'lucide-react'
import { memo, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { areaOf, cellOf } from '../wall/layout.ts'
import { fitStyle, pictureOf } from '../wall/camera-pictures.ts'
import { transformOf } from '../wall/picture-zoom.ts'
import { unlistedWords } from '../wall/unlisted-words.ts'
import { panelState } from '../wall/tile-content.ts'
import { cameraIdOf, isHotspot, tileOf } from '../wall/wall-document.ts'
import { TilePanel, TileRole } from './contents/tile-contents.tsx'
import { cameraListTrouble } from './connection-words.ts'
import { KeyOf, rich } from './rich-text.tsx'
import { EngineerPanel, EngineerPastPanel } from './engineer-panel.tsx'
import { ReceiptOverlay } from './events/receipt-overlay.tsx'
import { PictureMasks } from './masks/picture-masks.tsx'
import { usePlaybackLook } from './playback-look.ts'
import { usePictureHand, ZoomNote } from './picture-zoom.tsx'
import { PastBand, PastPicture, PastStatus, ScrubCover } from './playback-parts.tsx'
import { useNowMs, usePlayback, useServices, useSession, useWall } from './services.ts'
import { type TileLook, useTileLook } from './tile-look.ts'
import { TileStatus } from './tile-middle.tsx'
import { spokenState, useTileName } from './tile-name.ts'
import { tileWords } from './words.ts'
import { t } from '../language/language.ts'

/** One tile: the picture is the engine's, the words are ours. Drawn again only when its own words change. */
export const Tile = memo(function Tile({ tile }: { readonly tile: number }) {
  const { live, wallPlayback, run } = useServices()
  const cameraId = useWall(({ document }) => cameraIdOf(document, tile))
  const isSelected = useWall(({ document }) => document.selected === tile)
  const isLarge = useWall(({ document }) => document.large === tile)
  const layout = useWall(({ document }) => document.layout)
  const isEngineer = useSession((session) => session.isEngineer)
  const wanted = useWall(({ cameraById }) => (cameraId === undefined ? undefined : cameraById.get(cameraId)))
  const isPast = usePlayback(({ tiles }) => tiles.includes(tile))
  const look = useTileLook(live, tile)
  const past = usePlaybackLook(wallPlayback.pictures, tile)
  const shown = useWall(({ cameraById }) =>
    look.shownCameraId === undefined ? undefined : cameraById.get(look.shownCameraId),
  )
  const panel = useWall(({ document }) => panelState(tileOf(document, tile).content))
  const gridArea = isLarge ? '1 / 1 / -1 / -1' : areaOf(cellOf(layout, tile))
  const state = cameraId === undefined ? (panel ?? 'EMPTY') : isPast ? past.state : look.state
  const name = useTileName(tile)
  const labelId = useId()
  const zoom = useWall(({ zooms }) => zooms.get(tile))
  const root = useRef<HTMLElement>(null)
  usePictureHand(root, tile, cameraId !== undefined)
  const fit = useSession(({ settings }) => pictureOf(settings.cameraPictures, cameraId).fit)

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grammar has keys for both
    <section
      className="tile clipped slim low"
      ref={root}
      style={{ gridArea, ...(zoom && { '--zoom': transformOf(zoom) }), ...fitStyle(fit) }}
      data-zoomed={zoom && ''}
      {...(isPast ? { 'aria-labelledby': labelId } : { 'aria-label': `${name}, ${spokenState(state)}` })}
      aria-current={isSelected || undefined}
      data-tile={tile + 1}
      data-state={state}
      data-mode={isPast ? 'playback' : undefined}
      data-camera={wanted?.number}
      data-shown={shown?.number}
      data-held={(look.shownCameraId !== undefined && look.shownCameraId !== cameraId) || undefined}
      onClick={() => run({ kind: 'select', tile })}
      onDoubleClick={() => run({ kind: 'toggle-large' })}
    >
      <Picture tile={tile} />
      {isPast && <PastPicture tile={tile} />}
      {isPast && <PastBand tile={tile} name={name} labelId={labelId} />}
      {isPast && <ScrubCover tile={tile} />}
      <PictureMasks cameraIds={[cameraId, look.shownCameraId]} fit={fit} tile={root} />
      {zoom && <ZoomNote zoom={zoom} />}
      {cameraId !== undefined && <ReceiptOverlay tile={tile} />}
      <TilePanel tile={tile} />
      <span className="tile-index" aria-hidden>
        <MonitorPrefix />
        {tile + 1}
      </span>
      <TileRole tile={tile} />
      <SoundMark tile={tile} />
      {(shown ?? cameraId) !== undefined && <Caption shown={shown} wanted={wanted} />}
      {panel !== undefined ? null : cameraId === undefined ? (
        <Vacancy tile={tile} isSelected={isSelected} />
      ) : isPast ? (
        <PastStatus look={past} />
      ) : (
        <Status look={look} />
      )}
      {isEngineer &&
        cameraId !== undefined &&
        (isPast ? <EngineerPastPanel tile={tile} /> : <EngineerPanel tile={tile} />)}
    </section>
  )
})

/** With several monitors a tile is called as it is typed: `2/3`. */
function MonitorPrefix() {
  const number = useSession(({ monitor, monitors }) => (monitors.length > 1 ? monitor : undefined))
  return number === undefined ? null : <i className="tile-monitor">{number}/</i>
}

/** Lends the engine a place for its video element, and has the place measured. */
const Picture = memo(function Picture({ tile }: { readonly tile: number }) {
  const { live, sizes } = useServices()
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (container.current === null) return undefined
    const unmount = live.mount(tile, container.current)
    const unwatch = sizes.watch(tile, container.current)
    return () => {
      unwatch()
      unmount()
    }
  }, [live, sizes, tile])
  return <div className="picture fill" ref={container} />
})

/** Names what is on the picture now; while another camera is on its way, that one too. */
function Caption(props: { readonly shown: WallCamera | undefined; readonly wanted: WallCamera | undefined }) {
  const { shown, wanted } = props
  const now = shown ?? wanted
  if (now === undefined) return <div className="caption line dim">{t('tile.notListed')}</div>
  const coming = wanted !== undefined && wanted !== now ? wanted : undefined
  return (
    <div className="caption line">
      {wanted?.unlistedSinceMs !== undefined && <Unlisted camera={wanted} />}
      <b className="camera-number">{now.number}</b>
      <span className="cut">{now.name}</span>
      {coming !== undefined && (
        <span className="camera-coming cut">
          → <b>{coming.number}</b> {coming.name}
        </span>
      )}
    </div>
  )
}

/** Beside the picture, which may be live all the same. */
function Unlisted({ camera }: { readonly camera: WallCamera }) {
  const { zone, platformClock } = useServices()
  useNowMs()
  return <span className="caption-unlisted">{unlistedWords(camera, zone(), platformClock)}</span>
}

function Vacancy({ tile, isSelected }: { readonly tile: number; readonly isSelected: boolean }) {
  const follows = useWall(({ document }) => isHotspot(document, tile))
  const hasCameras = useWall(({ cameras }) => cameras.length > 0)
  const listing = useSession(({ connection }) => connection.findings.cameraList?.verdict)
  const trouble = useSession(({ connection }) => cameraListTrouble(connection))
  const free = isSelected
    ? rich('tile.typeCameraNumberThenEnter', { confirm: <KeyOf action="confirm" /> })
    : t('tile.empty')
  const none = trouble ?? t(listing === undefined ? 'tile.waitingCamerasPlatform' : 'tile.noCameraList')
  const hint = follows ? t('tile.showsCameraTileSelected') : free
  return (
    <div className="tile-middle vacancy">
      <span>{hasCameras ? hint : isSelected ? none : ''}</span>
    </div>
  )
}

/** Silent while live. */
function Status({ look }: { readonly look: TileLook }) {
  const { zone, platformClock } = useServices()
  const showsDuration = look.state !== 'LIVE' && look.state !== 'LATE'
  const nowMs = useNowMs(showsDuration)
  const words = tileWords(look, nowMs, zone(), platformClock.ofComputer(0))
  return <TileStatus words={words} corner="tile-corner badge" />
}

/** On the tile whose sound plays: its level, or why there is none. */
const SoundMark = memo(function SoundMark({ tile }: { readonly tile: number }) {
  const { sound } = useServices()
  const state = useStore(sound.store, ({ audible }) => (audible?.tile === tile ? audible.state : undefined))
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'playing') return undefined
    let request = 0
    function beat(): void {
      // The square root makes quiet sounds as visible as they are audible.
      bar.current?.style.setProperty('--level', Math.sqrt(sound.level).toFixed(2))
      request = requestAnimationFrame(beat)
    }
    beat()
    return () => cancelAnimationFrame(request)
  }, [sound, state])
  if (state === undefined) return null
  const isPlaying = state === 'playing'
  const Sign = isPlaying ? Volume2 : VolumeX
  return (
    <div className="sound-mark row badge" data-sound={state}>
      <Sign aria-hidden size="1.1em" />
      {isPlaying && <i className="sound-level" ref={bar} aria-hidden />}
      <span className={isPlaying ? 'unseen' : undefined}>{t(`sound.${state}`)}</span>
    </div>
  )
})
