'use strict'
// An application that opens its window while the driver is still connecting is sometimes never driven: the driver
// waits for a page that it has missed. A driven one therefore becomes ready only when the driver calls
// `__playwright_run`, as with the loader that the driver brings for an Electron of its own choice.
const { app } = require('electron')

const isDriven = process.env.TESSERA_TEST_DRIVEN !== undefined
// Nobody drives the processes that it starts.
delete process.env.TESSERA_TEST_DRIVEN
if (isDriven) hold()

function hold() {
  // The driver's own way into a page is not what a locked wall refuses.
  const hasSwitch = app.commandLine.hasSwitch.bind(app.commandLine)
  app.commandLine.hasSwitch = (name) => !name.startsWith('remote-debugging-') && hasSwitch(name)
  const ready = app.whenReady()
  const emit = app.emit.bind(app)
  let readyArguments = []
  let isReady = false
  let release
  const released = new Promise((resolve) => {
    release = resolve
  })
  app.emit = (event, ...rest) => {
    if (event !== 'ready' || isReady) return emit(event, ...rest)
    readyArguments = rest
    return app.listenerCount('ready') > 0
  }
  app.isReady = () => isReady
  app.whenReady = () => released
  // oxlint-disable-next-line no-underscore-dangle -- the driver's name
  globalThis.__playwright_run = async () => {
    await ready
    isReady = true
    release()
    emit('ready', ...readyArguments)
  }
}
