import type { CameraListReading } from '#contract/wall/camera-list.ts'
import { previewSentence, unknownSentence } from './camera-list-words.ts'

/** What a list says and what of it cannot be taken, before it is. */
export function CameraListPreview({ reading }: { readonly reading: CameraListReading }) {
  const { format, cameras, count, problems, problemCount, unknown } = reading
  const place = format === 'csv' ? 'Line' : 'Entry'
  return (
    <div className="import-preview">
      <p role="status" data-tone={problemCount === 0 ? 'good' : 'attention'}>
        {previewSentence(reading)}
      </p>
      {unknown.length > 0 && <p className="window-note">{unknownSentence(reading)}</p>}
      {problems.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        <ul className="import-problems" aria-label="What cannot be taken" tabIndex={0}>
          {problems.map(({ line, message }) => (
            <li key={line}>
              <b>
                {place} {line}
              </b>{' '}
              {message}
            </li>
          ))}
          {problemCount > problems.length && <li>… and {problemCount - problems.length} more.</li>}
        </ul>
      )}
      {cameras.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        <section className="import-cameras" aria-label="Cameras of the list" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">id</th>
                <th scope="col">name</th>
                <th scope="col">number</th>
                <th scope="col">group</th>
                <th scope="col">timezone</th>
                <th scope="col">offsetMs</th>
              </tr>
            </thead>
            <tbody>
              {cameras.map((camera) => (
                <tr key={camera.id}>
                  <th scope="row" className="code">
                    {camera.id}
                  </th>
                  <td>{camera.name}</td>
                  <td className="number">{camera.number}</td>
                  <td>{camera.group}</td>
                  <td>{camera.timeZone}</td>
                  <td className="number">{camera.clockOffsetMs}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {count > cameras.length && <p className="window-note">… and {count - cameras.length} more.</p>}
        </section>
      )}
    </div>
  )
}
