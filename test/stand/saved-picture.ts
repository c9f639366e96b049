import { readFileSync } from 'node:fs'
import { decode } from 'fast-png'
import { z } from 'zod'
import { asLuma, decodeFrameCode } from '#tools/demo-footage/frame-code.ts'
import type { WallPage } from './wall-page.ts'

const recordSchema = z.looseObject({
  bytes: z.number(),
  filmedMs: z.number(),
  privacyMasks: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
})

/** Saves the picture of the selected tile by its key: the download’s name, what is known of it, the code in its pixels. */
export async function savePicture({ page }: WallPage) {
  const arriving = page.waitForEvent('download')
  await page.keyboard.press('Control+s')
  const download = await arriving
  const zip = readFileSync(await download.path())
  const start = zip.indexOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  const [text = ''] = /\{\n {2}"format": "tessera-picture\/1"[\s\S]*?\n\}/.exec(zip.toString('latin1')) ?? []
  const record = recordSchema.parse(JSON.parse(text))
  const png = decode(zip.subarray(start, start + record.bytes))
  const luma = asLuma(Uint8Array.from(png.data), png.width, png.height)
  const code = luma && decodeFrameCode(luma, png.width, png.height)
  return { name: download.suggestedFilename(), record, png, code }
}
