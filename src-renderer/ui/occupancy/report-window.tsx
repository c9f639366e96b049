import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useServices, useSession } from '../services.ts'
import { Window } from '../window.tsx'
import { ReportEditor } from './report-editor.tsx'
import { ReportResult } from './report-result.tsx'
import { ReportSaved } from './report-saved.tsx'

/** How many people were there: what is counted and how on the left, the answer on the right. */
export function ReportWindow({ onClose }: { readonly onClose: () => void }) {
  const { report } = useServices()
  const saved = useSession(({ settings }) => settings.occupancyReports.length)
  const [tab, setTab] = useState('report')
  useEffect(() => void report.open(), [report])
  return (
    <Window title="Occupancy" size="full" onClose={onClose}>
      <div className="report">
        <Tabs.Root className="report-left" value={tab} onValueChange={setTab}>
          <Tabs.List className="tab-list" aria-label="Occupancy">
            <Tabs.Trigger value="report">Report</Tabs.Trigger>
            <Tabs.Trigger value="saved">Saved{saved === 0 ? '' : ` (${saved})`}</Tabs.Trigger>
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
