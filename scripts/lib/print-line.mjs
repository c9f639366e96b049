/** @param {string} line */
export function printLine(line) {
  process.stdout.write(`${line}\n`)
}
