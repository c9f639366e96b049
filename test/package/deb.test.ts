/** @module-tag long */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readFile, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decode } from 'fast-png'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listPackage } from '../../scripts/package/electron-app.mjs'
import { readFuses } from '../../scripts/package/fuses.mjs'
import { dependsOnDebian } from '../../scripts/package/depends.mjs'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { Screen } from '../electron/screen.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { findDebHost } from './deb-host.ts'
import { type DebFile, fieldOf, makeDebFile } from './deb-file.ts'
import { FrameBuffer } from './frame-buffer.ts'
import { OrdinaryUser, type ProcessSight } from './ordinary-user.ts'
import { listPlaces, tracesSince } from './traces.ts'
import { WallOnScreen } from './wall-on-screen.ts'

const run = promisify(execFile)
const host = findDebHost()
const program = '/usr/lib/tessera/tessera'

describe('the package that a control room installs', () => {
  let out: string
  let deb: DebFile

  beforeEach((context) => {
    if (typeof host === 'string') context.skip(host)
  })
  beforeAll(async () => {
    if (typeof host === 'string') return
    out = await mkdtemp(join(tmpdir(), 'tessera-deb-'))
    deb = await makeDebFile(host, out)
  })
  afterAll(async () => {
    if (out !== undefined) await rm(out, { recursive: true, force: true })
  })

  /** A file of the package, as it would lie on the machine. */
  const packed = (path: string) => join(deb.dir, path)

  describe('as a file', () => {
    it('holds the built wall and nothing else of the project', () => {
      const files = listPackage(packed('usr/lib/tessera/resources/app.asar'), { isPack: false })
      const folders = new Set(files.map((file) => file.split('/')[1]))
      // The last three make an old Electron run it.
      for (const known of [
        'main',
        'preload',
        'renderer',
        'package.json',
        'compat',
        'start.cjs',
        'page-fill.cjs',
      ])
        folders.delete(known)
      expect([...folders]).toEqual([])
      expect(files.filter((file) => /node_modules|\.map$|\.ts$|\.stamp$/.test(file))).toEqual([])
      expect(files).toContain('/renderer/index.html')
    })

    it('belongs to root, can be read by all and changed by nobody else, and only the sandbox’s helper is setuid', () => {
      const files = deb.files.filter(({ mode }) => !mode.startsWith('l'))
      expect([...new Set(files.map(({ owner }) => owner))]).toEqual(['root/root'])
      const modes = [...new Set(files.map(({ mode }) => mode))].sort()
      expect(modes).toEqual(['-rw-r--r--', '-rwsr-xr-x', '-rwxr-xr-x', 'drwxr-xr-x'])
      const setuid = files.filter(({ mode }) => mode.includes('s'))
      expect(setuid.map(({ path }) => path)).toEqual(['usr/lib/tessera/chrome-sandbox'])
    })

    it('has a desktop entry that is valid, a handler for its links, and icons of the sizes they say', async () => {
      const entry = packed('usr/share/applications/tessera.desktop')
      await run('desktop-file-validate', [entry])
      expect(await readFile(entry, 'utf8')).toContain('MimeType=x-scheme-handler/tessera;')
      for (const size of [16, 32, 48, 64, 128, 256, 512]) {
        const icon = decode(
          await readFile(packed(`usr/share/icons/hicolor/${size}x${size}/apps/tessera.png`)),
        )
        expect([icon.width, icon.height]).toEqual([size, size])
      }
    })

    it('has a manual that renders without a warning', async () => {
      const page = packed('usr/share/man/man1/tessera.1.gz')
      const order = ['--warnings', '--encoding=UTF-8', '--local-file', page]
      const { stdout, stderr } = await run('man', order, {
        env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80' },
      })
      expect(stderr).toBe('')
      expect(stdout).toContain('keyboard-driven video wall')
    })

    it('has a unit for the session that starts what the package installs', async () => {
      const unit = await readFile(packed('usr/lib/systemd/user/tessera.service'), 'utf8')
      const started = /^ExecStart=(\S+)/m.exec(unit)?.[1]?.slice(1) ?? ''
      expect(deb.files.map(({ path }) => path)).toContain(started)
      expect(unit).toContain('Restart=always')
    })

    it('has an AppArmor profile for the program that it installs, which a parser takes', async (context) => {
      const profile = packed('usr/share/tessera/apparmor-profile')
      expect(await readFile(profile, 'utf8')).toContain(`profile tessera ${program} flags=(unconfined)`)
      const version = await run('apparmor_parser', ['--version']).catch(() => undefined)
      if (version === undefined) context.skip('no apparmor_parser here')
      if (/version [0-3]\./.test(version?.stdout ?? '')) context.skip('AppArmor here is older than 4')
      await run('apparmor_parser', ['--skip-kernel-load', '--skip-cache', profile])
    })

    it('depends on the package of every library that it is linked against', async () => {
      const binaries = deb.files
        .map(({ path }) => path)
        .filter((path) => /(\/tessera|\.so(\.\d+)*|_handler)$/.test(path))
      const linked = new Set<string>()
      for (const binary of binaries.filter((path) => !path.startsWith('usr/bin') && !path.endsWith('/'))) {
        const { stdout } = await run('readelf', ['--dynamic', packed(binary)]).catch(() => ({ stdout: '' }))
        for (const [, name = ''] of stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)) linked.add(name)
      }
      const { stdout: cache } = await run('/sbin/ldconfig', ['--print-cache'])
      const files = [...linked]
        .filter((name) => !deb.files.some(({ path }) => path.endsWith(`/${name}`)))
        .map((name) => new RegExp(`^\\s${RegExp.escape(name)} .* => (.+)$`, 'm').exec(cache)?.[1] ?? name)
      const owners = await packagesOf(files)
      expect(linked.size).toBeGreaterThan(20)
      const named = dependsOnDebian.flatMap((one) => one.split(' | '))
      expect(owners.filter((owner) => !named.includes(owner))).toEqual([])
      expect(await fieldOf(deb.file, 'Depends')).toBe(dependsOnDebian.join(', '))
    })
  })

  describe('installed', () => {
    let user: OrdinaryUser
    let screen: Screen
    let frameBufferDir: string
    let wall: WallOnScreen
    let site: TestSite
    let before: ReadonlySet<string>

    beforeAll(async () => {
      if (typeof host === 'string') return
      frameBufferDir = await mkdtemp(join(tmpdir(), 'tessera-screen-'))
      await chmod(frameBufferDir, 0o700)
      ;[user, screen, site] = await Promise.all([
        OrdinaryUser.create(),
        Screen.start({ frameBufferDir }),
        startSite({ footageDir }),
      ])
      wall = new WallOnScreen(screen, new FrameBuffer(frameBufferDir))
      await site.published(9)
      before = await listPlaces()
      await run('dpkg', ['--install', deb.file])
    })
    afterAll(async () => {
      if (typeof host === 'string') return
      await user?.dispose()
      await run('dpkg', ['--purge', 'tessera'])
      await screen?.dispose()
      await site?.stop()
      if (frameBufferDir !== undefined) await rm(frameBufferDir, { recursive: true, force: true })
    })

    afterEach(async () => {
      // What a test that failed has left would be taken for the next one's.
      await user?.endProcesses()
    })

    /** By the line of the desktop entry, as a desktop does when its icon is clicked. */
    async function click(...more: string[]) {
      const entry = await readFile('/usr/share/applications/tessera.desktop', 'utf8')
      const [command = '', ...words] = (/^Exec=(.+)$/m.exec(entry)?.[1] ?? '').split(' ')
      const args = words.filter((word) => !/^%\w$/.test(word))
      const startedAtMs = performance.now()
      const child = user.start(command, [...args, ...more], { DISPLAY: screen.display })
      return { startedAtMs, exited: once(child, 'exit') }
    }

    async function quit(exited: Promise<unknown[]>): Promise<void> {
      await screen.press('ctrl+q')
      expect((await exited)[0]).toBe(0)
    }

    async function renderers(): Promise<ProcessSight[]> {
      const processes = await user.processes()
      expect(processes.flatMap(({ argv }) => argv).filter((word) => word === '--no-sandbox')).toEqual([])
      return processes.filter(({ argv }) => argv.includes('--type=renderer'))
    }

    it('lies where it should, with the helper of the sandbox as root’s own', async () => {
      await run('dpkg', ['--verify', 'tessera'])
      const helper = await stat('/usr/lib/tessera/chrome-sandbox')
      expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755])
    })

    it('has a unit that systemd takes as it is', async (context) => {
      const order = ['--man=no', 'verify', '--user', '/usr/lib/systemd/user/tessera.service']
      const env = { ...process.env, XDG_RUNTIME_DIR: frameBufferDir }
      const verified = await run('systemd-analyze', order, { env }).catch((error: { code: unknown }) => error)
      if ('code' in verified && verified.code === 'ENOENT') context.skip('no systemd-analyze here')
      expect(verified).toEqual({ stdout: '', stderr: '' })
    })

    it('has its fuses as released: no debugger, no Node, nothing but its own archive', async () => {
      const fuses = await readFuses(program)
      // An older Electron has fewer; one that is not here has been thought about by nobody.
      const released = [
        { name: 'RunAsNode', state: 'off' },
        { name: 'EnableCookieEncryption', state: 'on' },
        { name: 'EnableNodeOptionsEnvironmentVariable', state: 'off' },
        { name: 'EnableNodeCliInspectArguments', state: 'off' },
        { name: 'EnableEmbeddedAsarIntegrityValidation', state: 'on' },
        { name: 'OnlyLoadAppFromAsar', state: 'on' },
        { name: 'LoadBrowserProcessSpecificV8Snapshot', state: 'off' },
        { name: 'GrantFileProtocolExtraPrivileges', state: 'off' },
        { name: 'WasmTrapHandlers', state: 'on' },
      ]
      expect(fuses.length).toBeGreaterThan(6)
      expect(fuses).toEqual(released.slice(0, fuses.length))
    })

    it('starts for an ordinary user, is signed in by keys, and shows nine live pictures with its sandbox on', async () => {
      const { exited } = await click()
      await wall.signIn(site)
      await wall.until([1, 2, 3, 4, 5, 6, 7, 8, 9])

      const own = await ownNamespaces()
      const pages = await renderers()
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) {
        expect(page).toMatchObject({ seccomp: 2, noNewPrivileges: true })
        expect(page.processNamespace).not.toBe(own.process)
      }
      await quit(exited)
    })

    it('is there again without asking, opens a link, and has its sandbox where users may make no namespaces', async () => {
      const { exited, startedAtMs } = await click('--disable-namespace-sandbox')
      const times = await wall.times(startedAtMs)
      await wall.until([1, 2, 3, 4, 5, 6, 7, 8, 9])

      const own = await ownNamespaces()
      const pages = await renderers()
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) {
        expect(page).toMatchObject({ seccomp: 2, noNewPrivileges: true, userNamespace: own.user })
        expect(page.processNamespace).not.toBe(own.process)
      }

      // A link of a browser's, as its handler gets it.
      const link = await click('tessera://show/1.12')
      expect((await link.exited)[0]).toBe(0)
      await wall.until([12, 2, 3, 4, 5, 6, 7, 8, 9])
      await quit(exited)
      console.log(
        `${deb.output.trimEnd()}\nfrom the icon to a window ${Math.round(times.windowMs)} ms, ` +
          `to the first picture ${Math.round(times.firstPictureMs)} ms, to nine ${Math.round(times.allPicturesMs)} ms`,
      )
    })

    it('is purged without a trace but what the user’s own home holds', async () => {
      await run('dpkg', ['--purge', 'tessera'])
      expect(await tracesSince(before)).toEqual([])
      await access(join(user.home, '.config/Tessera/settings.json'))
    })
  })
})

async function ownNamespaces(): Promise<{ user: string; process: string }> {
  const [user, process] = await Promise.all([readlink('/proc/self/ns/user'), readlink('/proc/self/ns/pid')])
  return { user, process }
}

/** The packages that files came with; each may be known by the other name of two merged folders. */
async function packagesOf(files: readonly string[]): Promise<string[]> {
  const names = files.map((file) => file.replace(/^\/usr\//, '/')).flatMap((file) => [file, `/usr${file}`])
  // It fails for the names that are not known, and says what it knows all the same.
  const { stdout } = await run('dpkg', ['--search', ...names]).catch((failed: { stdout: string }) => failed)
  const lines = stdout.trimEnd().split('\n')
  const known = files.filter((file) => lines.some((line) => line.endsWith(file.replace(/^\/usr\//, '/'))))
  expect(known).toEqual(files)
  return [...new Set(lines.map((line) => line.split(':', 1)[0] ?? ''))]
}
