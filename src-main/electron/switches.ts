import type { CommandLine } from 'electron'

/** Chromium's own settings; to be made before `ready`. What an operator gives on the command line stays. */
export function appendSwitches(commandLine: Pick<CommandLine, 'appendSwitch' | 'hasSwitch'>): void {
  // It drops up to 4 of 15 decoded frames where tiles do not present in step (feasibility: 11–14 fps without).
  if (!commandLine.hasSwitch('disable-rtc-smoothness-algorithm')) {
    commandLine.appendSwitch('disable-rtc-smoothness-algorithm')
  }
  // After six deaths of its GPU process Chromium ends the whole program; what is to be done is ours to say (gpu-policy).
  if (!commandLine.hasSwitch('disable-gpu-process-crash-limit')) {
    commandLine.appendSwitch('disable-gpu-process-crash-limit')
  }
  // Chromium frees peer connections only when it collects garbage, and stops at 500; the wall asks in time.
  if (!commandLine.hasSwitch('js-flags')) commandLine.appendSwitch('js-flags', '--expose-gc')
}
