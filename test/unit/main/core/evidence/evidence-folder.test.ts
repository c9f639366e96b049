import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EvidenceFolder } from '#main/core/evidence/evidence-folder.ts'
import { mountSmallDisk } from '#test/stand/small-disk.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { MemorySettings } from '../support/memory-settings.ts'

function open({ given, chosen, taken }: { given?: string; chosen?: string; taken?: string } = {}) {
  const place = tempDir()
  const at = (name: string | undefined) => (name === undefined ? undefined : join(place, name))
  const settings = new MemorySettings({ evidenceFolder: at(chosen) })
  const asked: unknown[] = []
  const folder = new EvidenceFolder({
    given: at(given),
    usual: join(place, 'usual'),
    settings,
    ask: async (question) => {
      asked.push(question)
      return at(taken)
    },
  })
  return { place, settings, folder, asked }
}

describe('the folder of pictures and exports', () => {
  it('is the usual one, which is made, until an operator chooses another one', async () => {
    const { place, settings, folder, asked } = open({ taken: 'chosen' })
    mkdirSync(join(place, 'chosen'))
    expect(await folder.state()).toEqual({ folder: join(place, 'usual'), folderBy: 'usual', canChoose: true })
    expect(existsSync(join(place, 'usual'))).toBe(true)
    expect(await folder.choose(2)).toEqual({ ok: true, value: undefined })
    expect(asked).toEqual([{ monitor: 2, from: join(place, 'usual') }])
    expect(settings.state.evidenceFolder).toBe(join(place, 'chosen'))
    expect(await folder.state()).toEqual({
      folder: join(place, 'chosen'),
      folderBy: 'operator',
      canChoose: true,
    })
    // What showed that it can be written to has gone.
    expect(readdirSync(join(place, 'chosen'))).toEqual([])
    await folder.chooseUsual()
    expect(folder.path).toBe(join(place, 'usual'))
  })

  it('is looked at once by all who ask before the answer, and anew where it is another one', async () => {
    const { place, folder } = open({ taken: 'chosen' })
    mkdirSync(join(place, 'chosen'))
    const look = folder.problem()
    expect(folder.problem()).toBe(look)
    const chosen = folder.choose(1)
    await look
    await chosen
    const next = folder.problem()
    expect(next).not.toBe(look)
    await folder.chooseUsual()
    expect(folder.problem()).not.toBe(next)
    expect(await folder.problem()).toBeUndefined()
    rmSync(join(place, 'usual'), { recursive: true })
    writeFileSync(join(place, 'usual'), '')
    expect(await folder.problem()).toMatchObject({ code: 'storage_failed' })
  })

  it('is made with what is missing above it, where nobody has chosen it', async () => {
    const { place, folder } = open()
    rmSync(place, { recursive: true, force: true })
    expect((await folder.state()).problem).toBeUndefined()
    expect(existsSync(join(place, 'usual'))).toBe(true)
  })

  it('says whatever else its system answers, in words', async () => {
    const { place, folder } = open({ chosen: 'chosen' })
    symlinkSync(join(place, 'chosen'), join(place, 'chosen'))
    expect(await folder.state()).toMatchObject({ problem: { code: 'storage_failed' } })
  })

  it('stays where it is when none was taken, or one that takes no files', async () => {
    const closed = open({ chosen: 'chosen' })
    expect(await closed.folder.choose(1)).toEqual({ ok: true, value: undefined })
    expect(closed.folder.path).toBe(join(closed.place, 'chosen'))
    const file = open({ taken: 'file' })
    writeFileSync(join(file.place, 'file'), '')
    expect(await file.folder.choose(1)).toMatchObject({ error: { exact: { code: 'folder_in_the_way' } } })
    expect(file.settings.state.evidenceFolder).toBeUndefined()
  })

  it('is asked for in one window at a time', async () => {
    const { folder, asked } = open()
    await Promise.all([folder.choose(1), folder.choose(2)])
    expect(asked).toHaveLength(1)
    await folder.choose(1)
    expect(asked).toHaveLength(2)
  })

  it('is said to be gone, and is not made where somebody has chosen it: its disk may not be there', async () => {
    const { place, folder } = open({ chosen: 'usb' })
    expect(await folder.state()).toMatchObject({
      folderBy: 'operator',
      problem: {
        code: 'storage_failed',
        exact: { code: 'folder_gone', values: { folder: join(place, 'usb') } },
      },
    })
    expect(readdirSync(place)).toEqual([])
  })

  it('is said to be read-only', async (context) => {
    const disk = mountSmallDisk()
    onTestFinished(() => disk.dispose())
    if (!disk.isMounted) context.skip('only root can mount a small disk, and not in every container')
    execFileSync('/usr/bin/mount', ['-o', 'remount,ro', disk.dir])
    const settings = new MemorySettings()
    const folder = new EvidenceFolder({
      given: undefined,
      usual: '/nowhere',
      settings,
      ask: async () => disk.dir,
    })
    expect(await folder.choose(1)).toMatchObject({
      error: { code: 'storage_failed', exact: { code: 'folder_read_only' } },
    })
    expect(settings.state.evidenceFolder).toBeUndefined()
  })

  it('is that of the command line, whatever was chosen, and nobody is asked then', async () => {
    const { place, folder, asked, settings } = open({ given: 'given', chosen: 'chosen', taken: 'other' })
    expect(await folder.state()).toEqual({
      folder: join(place, 'given'),
      folderBy: 'start',
      canChoose: false,
    })
    expect(await folder.choose(1)).toMatchObject({ error: { exact: { code: 'folder_given' } } })
    expect(await folder.chooseUsual()).toMatchObject({ error: { exact: { code: 'folder_given' } } })
    expect(asked).toEqual([])
    expect(settings.state.evidenceFolder).toBe(join(place, 'chosen'))
  })

  it('cannot be chosen where no program can ask', async () => {
    const { place } = open()
    writeFileSync(join(place, 'usual'), 'a file')
    const folder = new EvidenceFolder({
      given: undefined,
      usual: join(place, 'usual'),
      settings: new MemorySettings(),
      ask: undefined,
    })
    expect(await folder.choose(1)).toMatchObject({ error: { exact: { code: 'folder_no_window' } } })
    expect(await folder.state()).toMatchObject({
      canChoose: false,
      problem: { exact: { code: 'folder_in_the_way' } },
    })
  })
})
