import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { IpcGate } from './ipc-gate.ts'

/** The gate before the real thing. */
export function createIpcGate(
  onRefused: (channel: string, url: string) => void,
): IpcGate<IpcMainEvent | IpcMainInvokeEvent> {
  return new IpcGate(ipcMain, onRefused)
}
