/** Of the page that lies in an export. It runs years from now in a browser that nobody knows: plain and small. */
export const playerStyle = `
*{box-sizing:border-box}
body{margin:0;background:#14171a;color:#e6e9ec;font:15px/1.4 system-ui,sans-serif;display:grid;grid-template-columns:1fr 20rem;grid-template-rows:auto 1fr auto;height:100vh}
header{grid-column:1/-1;padding:.5rem 1rem}h1{font-size:1.1rem;margin:0}h2{font-size:1rem}p{margin:.2rem 0}pre{white-space:pre-wrap}
main{display:grid;gap:4px;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));overflow:auto;padding:0 4px}
figure{margin:0;position:relative;background:#000;aspect-ratio:16/9;overflow:hidden}
video{width:100%;height:100%;object-fit:contain}
figcaption button[aria-pressed=true]{background:#ffd479}
figcaption{position:absolute;left:0;bottom:0;background:#000a;padding:.1rem .5rem}
.gap{position:absolute;inset:0;display:grid;place-items:center;background:#2a2a2a;color:#ffd479;text-align:center}
.gap[hidden]{display:none}
#bar{padding:.5rem 1rem}#seek{width:100%}
.lane{position:relative;height:8px;margin:2px 8px;background:repeating-linear-gradient(45deg,#553,#553 4px,#221 4px,#221 8px)}
.lane i{position:absolute;top:0;bottom:0;background:#4f9d69}.lane b{position:absolute;top:0;bottom:0;width:2px;background:#ffd479}
aside{overflow:auto;padding:0 1rem;grid-column:2;grid-row:2/4}ol,ul{padding:0;list-style:none}
li button{all:unset;cursor:pointer;display:block;padding:.2rem;width:100%;content-visibility:auto}
li button:hover,li button:focus{background:#2b3138}output{font-variant-numeric:tabular-nums}
`

export const playerScript = String.raw`'use strict'
const data = JSON.parse(document.getElementById('data').textContent)
const at = (id) => document.getElementById(id)
const { startMs, endMs, timeZone } = data.range
const format = (parts) => new Intl.DateTimeFormat(data.locale, { timeZone, ...parts })
const differs = (read) => read(startMs) !== read(endMs)
const offset = { timeZoneName: 'shortOffset' }, date = { day: 'numeric', month: 'short', year: 'numeric' }
const offsetAt = (ms) => format(offset).formatToParts(ms).find((part) => part.type === 'timeZoneName').value
// During an hour that comes twice, only the offset says which one it is.
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', ...(differs(offsetAt) ? offset : {}) }
const written = format({ ...date, ...time })
const clock = differs(format(date).format) ? written : format(time)
const stamp = format({ ...date, ...time, fractionalSecondDigits: 3 })
const sentence = (name, values) => data.sentences[name].replace(/\{(\w+)\}/g, (_, key) => values[key])
const make = (tag, text) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text })
let nowMs = startMs, playing = false, rate = 1, lastBeat = 0

at('about').textContent = [
  sentence('about', { from: written.format(startMs), until: written.format(endMs), timeZone, platform: data.platform }),
  ...(data.exportedBy ? [sentence('by', { who: [data.exportedBy.operator, data.exportedBy.workstation].filter(Boolean).join(', ') })] : []),
  ...data.remarks,
].join(' ')
at('event-remark').textContent = data.events.length === 0 ? (data.eventRemark || sentence('noEvents')) : ''

const cameras = data.cameras.map((camera) => {
  const figure = make('figure'), video = make('video'), gap = make('div')
  const name = (camera.number === undefined ? '' : camera.number + ' ') + camera.name
  video.muted = true
  video.preload = 'auto'
  video.playsInline = true
  gap.className = 'gap'
  const caption = make('figcaption', name)
  figure.append(video, gap, caption)
  if (camera.footage.some((file) => file.sound)) {
    const sound = make('button', sentence('sound'))
    sound.type = 'button'
    sound.setAttribute('aria-pressed', 'false')
    sound.onclick = () => playSoundOf(video.muted ? camera : undefined)
    caption.append(' ', sound)
  }
  at('cameras').append(figure)
  const lane = make('div')
  lane.className = 'lane'
  lane.title = name
  const spans = camera.footage.flatMap((file) => file.spans.map((span) => ({ ...span, file: file.file })))
  const share = (ms) => 100 * (ms - startMs) / (endMs - startMs) + '%'
  for (const span of spans) {
    const part = make('i')
    part.style.left = share(Math.max(startMs, span.startMs))
    part.style.width = 'calc(' + share(Math.min(endMs, span.endMs)) + ' - ' + part.style.left + ')'
    lane.append(part)
  }
  for (const event of data.events) {
    if (data.cameras[event.camera] !== camera) continue
    const mark = make('b')
    mark.style.left = share(event.atMs)
    lane.append(mark)
  }
  at('lanes').append(lane)
  for (const one of camera.gaps) {
    const times = { from: clock.format(one.startMs), until: clock.format(one.endMs) }
    row(at('gaps'), one.startMs, sentence('gap', { camera: name, ...times, why: sentence(one.why) }))
  }
  if (camera.gaps.length === 0) at('gaps').append(make('li', sentence('noGaps', { camera: name })))
  return { camera, video, gap, spans, file: undefined }
})
for (const event of data.events) {
  const { number = '', name = '' } = data.cameras[event.camera] || {}
  row(at('events'), event.atMs, clock.format(event.atMs) + ' · ' + number + ' ' + name + ' · ' + event.words.join(', '))
}

function row(list, ms, words) {
  const item = make('li'), button = make('button', words)
  button.type = 'button'
  button.dataset.ms = ms
  button.onclick = () => go(ms)
  item.append(button)
  list.append(item)
}
function playSoundOf(camera) {
  for (const one of cameras) {
    one.video.muted = one.camera !== camera
    const sound = one.video.parentElement.querySelector('figcaption button')
    if (sound) sound.setAttribute('aria-pressed', String(!one.video.muted))
  }
}
function go(ms) {
  nowMs = Math.min(endMs, Math.max(startMs, ms))
  show(true)
}
function setPlaying(isPlaying) {
  if (isPlaying && nowMs >= endMs) nowMs = startMs
  playing = isPlaying
  at('play').textContent = sentence(playing ? 'pause' : 'play')
  show(true)
}
function show(exact) {
  for (const one of cameras) {
    const { video, gap, spans, camera } = one
    const span = spans.find((other) => other.startMs <= nowMs && nowMs < other.endMs)
    video.style.visibility = span ? 'visible' : 'hidden'
    gap.hidden = span !== undefined
    if (!span) {
      video.pause()
      const next = spans.map((other) => other.startMs).filter((ms) => ms > nowMs).sort((a, b) => a - b)[0]
      const known = camera.gaps.find((other) => other.startMs <= nowMs && nowMs < other.endMs)
      gap.textContent = (next === undefined ? sentence('noMore') : sentence('noneUntil', { time: clock.format(next) })) +
        (known ? ' (' + sentence(known.why) + ')' : '')
      continue
    }
    if (one.file !== span.file) {
      one.file = span.file
      video.src = encodeURIComponent(span.file)
    }
    const wanted = (span.fileMs + nowMs - span.startMs) / 1000
    const off = Math.abs(video.currentTime - wanted)
    video.playbackRate = rate
    if (playing) {
      if (off > 0.3 * Math.max(1, rate) && !video.seeking) video.currentTime = wanted
      if (video.paused) video.play().catch(() => undefined)
    } else {
      if (!video.paused) video.pause()
      if (exact || off > 0.04) video.currentTime = wanted
    }
  }
  at('seek').value = nowMs
  at('time').textContent = stamp.format(nowMs)
}
function beat(beatMs) {
  if (playing) {
    nowMs = Math.min(endMs, nowMs + (beatMs - lastBeat) * rate)
    if (nowMs >= endMs) setPlaying(false)
    else show(false)
  }
  lastBeat = beatMs
  requestAnimationFrame(beat)
}
at('seek').min = startMs
at('seek').max = endMs
at('seek').oninput = () => go(Number(at('seek').value))
at('play').onclick = () => setPlaying(!playing)
at('rate').onchange = () => { rate = Number(at('rate').value); show(true) }
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === at('rate')) return
  const steps = { ArrowLeft: -10000, ArrowRight: 10000, ',': -40, '.': 40, Home: startMs - nowMs, End: endMs - nowMs }
  if (event.key === ' ' && event.target.tagName !== 'BUTTON') setPlaying(!playing)
  else if (event.key in steps) { if (event.key.length === 1) setPlaying(false); go(nowMs + steps[event.key]) }
  else return
  event.preventDefault()
})
show(true)
requestAnimationFrame(beat)
`
