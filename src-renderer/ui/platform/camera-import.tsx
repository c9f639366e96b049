import { useId, useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import type { CameraListReading } from '#contract/wall/camera-list.ts'
import { FileButton } from '../file-import.tsx'
import { Button, FormEnd, FormError } from '../form-parts.tsx'
import { intoView } from '../focus-beside.ts'
import { useServices } from '../services.ts'
import { useCall } from '../use-call.ts'
import { DownloadButton } from '../download.tsx'
import { useImport } from './use-import.ts'
import { noticeWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'

/** The operators' own list of cameras: from a file or pasted, looked at before it is taken, and out again. */
export function CameraImport() {
  const { shell } = useServices()
  const read = useCall('cameras.readList')
  const take = useCall('cameras.import')
  const reading = useImport(() => read.run(undefined))
  const [pasted, setPasted] = useState('')
  const [exportError, setExportError] = useState<WallError>()
  const id = useId()
  const isBusy = reading.isBusy || take.isBusy
  /** What is taken needs no preview any more. */
  const [isTaken, setTaken] = useState(false)
  /** This list, and not the one before. */
  const [isTried, setTried] = useState(false)

  async function look(text: string): Promise<void> {
    setTaken(false)
    setTried(false)
    await reading.take(text)
  }

  function takeList(mode: 'merge' | 'replace'): void {
    setTried(true)
    void take.run({ mode }).then(setTaken)
  }

  const isEmpty = read.value?.count === 0
  return (
    <section className="import" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('platform.cameraImport.listCameras')}</h3>
      <p className="window-note">{t('platform.cameraImport.cSVOrJSONWithColumns')}</p>
      <div className="import-from stack">
        <FileButton
          label={t('form.chooseFile')}
          name={t('platform.cameraImport.file')}
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          isBusy={isBusy}
          onFile={async (file) => file && look(await file.text())}
        />
        <div className="field">
          <label htmlFor={`${id}-text`}>{t('platform.cameraImport.orPasteList')}</label>
          <textarea
            id={`${id}-text`}
            className="code"
            rows={3}
            spellCheck={false}
            placeholder="cam-12;Loading dock;12;Yard"
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
        </div>
      </div>
      <div className="form-end row">
        <Button isBusy={isBusy} disabled={pasted.trim() === ''} onClick={() => void look(pasted)}>
          {reading.isBusy ? t('platform.cameraImport.reading') : t('platform.cameraImport.lookAtList')}
        </Button>
        <DownloadButton make={() => shell.call('cameras.export', { format: 'csv' })} onError={setExportError}>
          {t('platform.cameraImport.exportAsCSV')}
        </DownloadButton>
        <DownloadButton
          make={() => shell.call('cameras.export', { format: 'json' })}
          onError={setExportError}
        >
          {t('platform.cameraImport.exportAsJSON')}
        </DownloadButton>
      </div>
      <FormError error={reading.error ?? read.error ?? (isTried ? take.error : undefined) ?? exportError} />
      {read.value !== undefined && !isTaken && (
        <>
          <CameraListPreview reading={read.value} />
          <FormEnd
            hint={<span ref={intoView}>{t('platform.cameraImport.whatPlatformItselfListsStays')}</span>}
          >
            <Button look="main" isBusy={isBusy} disabled={isEmpty} onClick={() => takeList('merge')}>
              {t('platform.cameraImport.addList')}
            </Button>
            <Button
              isBusy={isBusy}
              disabled={isEmpty && read.value.problemCount > 0}
              onClick={() => takeList('replace')}
            >
              {t(isEmpty ? 'platform.cameraImport.emptyList' : 'platform.cameraImport.replaceList')}
            </Button>
          </FormEnd>
        </>
      )}
      <p role="status" className={isTaken ? 'form-done' : 'unseen'}>
        {isTaken && t('platform.cameraImport.listed', { count: take.value ?? 0 })}
      </p>
    </section>
  )
}

/** What a list says and what of it cannot be taken, before it is. */
function CameraListPreview({ reading }: { readonly reading: CameraListReading }) {
  const { format, cameras, count, problems, problemCount, unknown } = reading
  const isCsv = format === 'csv'
  return (
    <div className="stack">
      <p role="status" data-tone={problemCount === 0 ? 'good' : 'attention'}>
        {previewSentence(reading)}
      </p>
      {unknown.length > 0 && <p className="window-note">{unknownSentence(reading)}</p>}
      {problems.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        <ul
          className="import-problems"
          aria-label={t('platform.cameraImport.whatCannotBeTaken')}
          tabIndex={0}
        >
          {problems.map((problem) => (
            <li key={problem.line}>
              <b>
                {t(isCsv ? 'platform.cameraImport.line' : 'platform.cameraImport.entry', {
                  line: problem.line,
                })}
              </b>{' '}
              {noticeWords(problem)}
            </li>
          ))}
          {problemCount > problems.length && (
            <li>{t('platform.cameraImport.more', { count: problemCount - problems.length })}</li>
          )}
        </ul>
      )}
      {cameras.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard, too
        <section className="import-cameras" aria-label={t('platform.cameraImport.camerasList')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{'id'}</th>
                <th scope="col">{'name'}</th>
                <th scope="col">{'number'}</th>
                <th scope="col">{'group'}</th>
                <th scope="col">{'timezone'}</th>
                <th scope="col">{'offsetMs'}</th>
              </tr>
            </thead>
            <tbody>
              {cameras.map((camera) => (
                <tr key={camera.id}>
                  <th scope="row" className="code">
                    {camera.id}
                  </th>
                  <td>{camera.name}</td>
                  <td>{camera.number}</td>
                  <td>{camera.group}</td>
                  <td>{camera.timeZone}</td>
                  <td>{camera.clockOffsetMs}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {count > cameras.length && (
            <p className="window-note">
              {t('platform.cameraImport.more', { count: count - cameras.length })}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function previewSentence({ count, problemCount, format }: CameraListReading): string {
  const taken = t('platform.cameraImport.taken', { count })
  if (problemCount === 0) return `${taken}.`
  const left = format === 'csv' ? 'platform.cameraImport.leftLines' : 'platform.cameraImport.leftEntries'
  return t(left, { taken, count: problemCount })
}

function unknownSentence({ unknown, format }: CameraListReading): string {
  const names = unknown.map((name) => t('query.quoted', { text: name })).join(', ')
  const key = format === 'csv' ? 'platform.cameraImport.unusedColumns' : 'platform.cameraImport.unusedMembers'
  return t(key, { count: unknown.length, names })
}
