import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { printTime } from '../../events/query/printing/print-time.ts'
import { SavedList } from '../saved-list.tsx'
import { useServices, useSession } from '../services.ts'
import { Window } from '../window.tsx'
import { ReportEditor } from './report-editor.tsx'
import { ReportResult } from './report-result.tsx'
import { t } from '../../language/language.ts'

/** How many people were there: what is counted and how on the left, the answer on the right. */
export function ReportWindow({ onClose }: { readonly onClose: () => void }) {
  const { report } = useServices()
  const saved = useSession(({ settings }) => settings.occupancyReports.length)
  const [tab, setTab] = useState('report')
  useEffect(() => void report.open(), [report])
  return (
    <Window title={t('occupancy.title')} size="full" onClose={onClose}>
      <div className="report stack">
        <Tabs.Root className="report-left low" value={tab} onValueChange={setTab}>
          <Tabs.List className="tab-list" aria-label={t('occupancy.title')}>
            <Tabs.Trigger value="report">{t('occupancy.report')}</Tabs.Trigger>
            <Tabs.Trigger value="saved">
              {saved === 0 ? t('occupancy.saved') : t('occupancy.savedCount', { count: saved })}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="report" tabIndex={-1}>
            <ReportEditor />
          </Tabs.Content>
          <Tabs.Content value="saved" tabIndex={-1}>
            <ReportSaved onOpened={() => setTab('report')} />
          </Tabs.Content>
        </Tabs.Root>
        <ReportResult onPlayed={onClose} />
      </div>
    </Window>
  )
}

/** Reports under a name: opened, kept, renamed, removed. */
function ReportSaved({ onOpened }: { readonly onOpened: () => void }) {
  const { report, savedReports } = useServices()
  const saved = useSession(({ settings }) => settings.occupancyReports)
  const savedId = useStore(report.store, (state) => state.savedId)
  const opened = saved.find(({ id }) => id === savedId)
  return (
    <SavedList
      className="report-saved stack"
      entries={saved.map((one) => ({
        key: one.id,
        name: one.name,
        detail: printTime(one.window),
        isOpen: one === opened,
        one,
      }))}
      none={t('occupancy.saved.none')}
      saveAs={t('occupancy.saved.saveAs')}
      onOpen={({ key }) => {
        void report.openSaved(key)
        onOpened()
      }}
      rename={({ one }, name) => savedReports.keep({ ...one, name: name.trim() })}
      remove={({ key }) => savedReports.remove(key)}
      restore={({ one }) => savedReports.keep(one)}
      add={(name) => report.keep(name, false)}
      keep={
        opened && {
          words: t('occupancy.saved.changes'),
          act: () => report.keep(opened.name, true),
        }
      }
    />
  )
}
