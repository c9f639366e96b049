/** Sources that are changed on purpose, and the unit tests that have to notice. */
export interface MutatedFolder {
  readonly sources: string
  /** Sources under it that decide nothing, by pattern, and why. */
  readonly without?: Readonly<Record<string, string>>
  /** Folders and files, beside the sources: what only a test of another folder, or one with a browser, notices counts as unnoticed. */
  readonly tests: readonly string[]
  /** What is decided once, as a module is loaded, is changed, too: that runs all tests for each change. */
  readonly withStatic?: true
}

/** What decides, by itself, without a screen and a server. */
export const mutatedFolders: readonly MutatedFolder[] = [
  { sources: 'src-main/core/live-view', tests: ['test/unit/main/core/live-view'] },
  {
    sources: 'src-main/core/relay',
    // Sockets through a proxy, over TLS, and to names that are looked up.
    tests: [
      'test/unit/main/core/relay',
      'test/unit/main/core/network/http-fetch.test.ts',
      'test/unit/main/core/network/network.test.ts',
    ],
  },
  { sources: 'src-main/core/playback', tests: ['test/unit/main/core/playback'] },
  {
    sources: 'src-main/core/events/outbox',
    // Conflicts and former names are tested where the command for events makes them.
    tests: ['test/unit/main/core/events/outbox', 'test/unit/main/events-cli/identity.test.ts'],
    without: { 'outbox-worker.ts': 'runs in a thread, which Stryker does not reach; decides nothing' },
  },
  { sources: 'src-renderer/keyboard', tests: ['test/unit/renderer/keyboard'], withStatic: true },
  {
    sources: 'src-renderer/live',
    tests: ['test/unit/renderer/live'],
    without: {
      '{camera-link,room-pool,sdk-internals}.ts':
        'LiveKit’s own Room, which `e2e/live` drives on a media server',
      'live-wall.ts': 'joins the parts to a page: `e2e/live`',
    },
  },
  {
    sources: 'src-renderer/playback',
    tests: ['test/unit/renderer/playback'],
    without: {
      'tile/{load-hls,video-surface}.ts': 'load and draw in a browser: `e2e/playback/driver`',
    },
  },
  { sources: 'src-site/events/search', tests: ['test/unit/site/events/*.test.ts'] },
  {
    sources: 'src-site/occupancy',
    tests: ['test/unit/site/occupancy'],
    without: {
      'demo/demo-{dictionaries,places}.ts': 'names, hours and numbers of the demonstration',
      'threads/*.ts': 'runs in a thread, which Stryker does not reach; decides nothing',
    },
  },
]
