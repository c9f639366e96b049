/** Names under which the drawing code asks for the two fonts of the project. */
export const textFont = 'Inter'
export const monoFont = 'Mono'

// lib.dom knows `fonts` of a document only; a worker's global has it too.
declare const fonts: FontFaceSet

/** A worker's own fonts: without them a machine that has none would draw boxes instead of letters. */
export async function loadFonts(): Promise<void> {
  const faces = [
    new FontFace(textFont, 'url(inter.woff2)', { weight: '100 900' }),
    new FontFace(monoFont, 'url(mono.woff2)', { weight: '100 800' }),
  ]
  for (const face of faces) {
    fonts.add(await face.load())
  }
}
