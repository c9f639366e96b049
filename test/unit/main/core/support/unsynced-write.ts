import { writeFileSync } from 'node:fs'

/** For tests about what is read: waiting for the disk at each of a thousand files would be most of them. */
export const unsyncedWrite = (path: string, text: string) => writeFileSync(path, text)
