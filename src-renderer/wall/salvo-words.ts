import type { WallCamera } from '#contract/wall/camera.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import type { Salvo } from '#contract/wall/salvo.ts'
import { layoutWords } from './layout.ts'
import { wallOfSalvo } from './salvos.ts'
import { camerasOfContent } from './tile-content.ts'
import { isListed } from './wall-document.ts'
import { t } from '../language/language.ts'

/** `Salvo 5: Night` */
export function salvoTitle({ number, name }: Pick<Salvo, 'number' | 'name'>): string {
  return name === '' ? t('salvos.numbered', { number }) : t('salvos.named', { number, name })
}

/** As an option of a form. */
export function salvoChoice(salvo: Salvo): { readonly value: string; readonly words: string } {
  return { value: String(salvo.number), words: salvoTitle(salvo) }
}

/** How many cameras of a salvo the platform does not list now. They are kept: they may come back. */
export function unlistedOf(
  { walls }: Pick<Salvo, 'walls'>,
  cameraById: ReadonlyMap<string, WallCamera>,
): number {
  const ids = new Set(walls.flatMap(({ tiles }) => tiles.flatMap(camerasOfContent)))
  return [...ids].filter((id) => {
    const camera = cameraById.get(id)
    return camera === undefined || !isListed(camera)
  }).length
}

/** What recalling it does, from this monitor. */
export function salvoWords(
  salvo: Salvo,
  {
    cameraById,
    monitor,
    monitors,
  }: {
    readonly cameraById: ReadonlyMap<string, WallCamera>
    readonly monitor: number
    readonly monitors: readonly Monitor[]
  },
): string {
  const part = wallOfSalvo(salvo, monitor)
  const here = part === undefined ? t('salvo.nothingHere') : layoutWords(part.layout)
  const elsewhere = monitors.filter(
    ({ number }) => salvo.scope === 'all' && number !== monitor && wallOfSalvo(salvo, number) !== undefined,
  ).length
  const unlisted = unlistedOf(salvo, cameraById)
  const notes = [
    here,
    ...(elsewhere === 0 ? [] : [t('salvo.otherMonitors', { count: elsewhere })]),
    ...(unlisted === 0 ? [] : [t('salvo.unlisted', { count: unlisted })]),
  ]
  return `${salvoTitle(salvo)} (${notes.join(', ')})`
}
