import type { WallCamera } from '#contract/wall/camera.ts'
import type { Piece } from '../syntax/terms.ts'
import { quote, unknown, wrong } from './problem.ts'
import type { Reading } from './reading.ts'
import { t } from '#renderer/language/language.ts'

/** Ids of the cameras of `3,5-7,"Loading dock"`. */
export function readCameras(items: readonly Piece[], reading: Reading): string[] {
  return items.flatMap((item) => idsOf(camerasOf(item, reading), reading))
}

/** Ids of all cameras of these groups, by number. */
export function readGroups(items: readonly Piece[], reading: Reading): string[] {
  return items.flatMap((item) => {
    const groups = reading.groups.called(item.text)
    if (groups.length === 0) {
      const message = t('query.noGroup', { name: quote(item.text) })
      reading.report(() => unknown(item, message, reading.groups.nearest(item.text)))
    }
    return idsOf(
      reading.camerasByNumber.filter(({ group }) => groups.includes(group)),
      reading,
    )
  })
}

function idsOf(cameras: readonly WallCamera[], { isOfNow }: Reading): string[] {
  return (isOfNow ? listedFirst(cameras) : cameras).map(({ id }) => id)
}

/** Those that the platform lists, if it lists any of them. */
function listedFirst(cameras: readonly WallCamera[]): readonly WallCamera[] {
  const listed = cameras.filter(({ unlistedSinceMs }) => unlistedSinceMs === undefined)
  return listed.length > 0 ? listed : cameras
}

function camerasOf(item: Piece, reading: Reading): readonly WallCamera[] {
  const [first, last, ...more] = item.isQuoted ? [] : item.text.split('-')
  if (isNumber(first) && (last === undefined || isNumber(last)) && more.length === 0)
    return inRange(item, Number(first), Number(last ?? first), reading)
  return named(item, reading)
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text)

function inRange(item: Piece, first: number, last: number, reading: Reading): readonly WallCamera[] {
  const found = reading.camerasByNumber.filter(({ number }) => number >= first && number <= last)
  if (first > last) {
    const better = `${last}-${first}`
    reading.report(() => wrong(item, t('query.smallerFirst', { better }), better))
  } else if (found.length === 0) {
    reading.report(() =>
      wrong(
        item,
        first === last ? t('query.noCamera', { name: first }) : t('query.noCamerasFromTo', { first, last }),
      ),
    )
  }
  return found
}

function named(item: Piece, reading: Reading): readonly WallCamera[] {
  const found = listedFirst(reading.cameras.called(item.text))
  if (found.length === 1) return found
  if (found.length > 1) {
    const numbers = found.map(({ number }) => number).join(', ')
    reading.report(() => wrong(item, t('query.severalCameras', { name: quote(item.text), numbers })))
    return []
  }
  const message = t('query.noCamera', { name: quote(item.text) })
  reading.report(() => unknown(item, message, reading.cameras.nearest(item.text)))
  return []
}
