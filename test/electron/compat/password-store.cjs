'use strict'
// Playwright's loader tells Chromium to use no keyring; what the command line says comes after it, and wins.
const { app } = require('electron')

for (const word of process.argv) {
  const [name, store] = word.split('=')
  if (name === '--password-store') app.commandLine.appendSwitch('password-store', store)
}
