import { createHash } from 'node:crypto'
import type { ExportedEvents } from './export-events.ts'
import { eventWords } from './captions.ts'
import type { ExportWords } from './export-words.ts'
import type { EvidenceManifest } from './manifest.ts'
import { playerScript, playerStyle } from './player-parts.ts'

/** As in docs/evidence.md: whose key it is, that it has signed the manifest, and that the files are those of it. */
const checkLines = `openssl pkey -pubin -in public-key.pem -outform DER | sha256sum
openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
awk -F'"' '$2 == "name" { name = $4 } $2 == "sha256" { print $4 "  " name }' manifest.json | sha256sum -c`

/**
 * `index.html` of an export: plays its cameras together in any browser, without this program and without a network.
 * It names its own script and style by their hashes, so that nothing that was typed into an event can become one.
 */
export function playerPage(
  about: Omit<EvidenceManifest, 'files'>,
  { events, tags }: ExportedEvents,
  { sentences, locale }: Pick<ExportWords, 'sentences' | 'locale'>,
): string {
  const tagName = (id: string) => tags.find((tag) => tag.id === id)?.name ?? id
  const data = {
    ...about,
    events: events.map((event) => ({
      atMs: event.pictureMs,
      camera: about.cameras.findIndex(({ id }) => id === event.cameraId),
      words: eventWords(event, tagName),
    })),
    eventRemark: about.events.remark,
    sentences,
    locale,
  }
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(playerScript)}`,
    `style-src ${sourceOf(playerStyle)}`,
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="${about.language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${sentences.title}</title>
<style>${playerStyle}</style>
<header><h1>${sentences.title}</h1><p id="about"></p><details><summary>${sentences.check}</summary><p>${sentences.checkLines}</p><pre>${checkLines}</pre></details></header>
<main id="cameras"></main>
<section id="bar">
<div id="lanes"></div>
<input id="seek" type="range" step="1" aria-label="${sentences.time}">
<p><button id="play" type="button">${sentences.play}</button> <output id="time"></output> <label>${sentences.speed} <select id="rate"><option>0.25<option>0.5<option selected>1<option>2<option>4<option>8</select></label> <span>${sentences.keys}</span></p>
</section>
<aside><h2>${sentences.events}</h2><p id="event-remark"></p><ol id="events"></ol><h2>${sentences.gaps}</h2><ul id="gaps"></ul></aside>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${playerScript}</script>
</html>
`
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
