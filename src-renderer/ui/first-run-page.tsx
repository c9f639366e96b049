import { FolderInput, KeyRound, LogIn, Play } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import type { DemoStep } from '#contract/wall/connection.ts'
import { Button, FormEnd, FormError } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { Logo } from './logo.tsx'
import { SettingsImport } from './platform/settings-import.tsx'
import { platformName } from './platform-words.ts'
import { useServices, useSession } from './services.ts'
import { useCall } from './use-call.ts'
import { t } from '../language/language.ts'

const ways = [
  { way: 'sign-in', Icon: LogIn, verb: 'key.signMakeKey', note: 'withAccountPlatform' },
  { way: 'paste', Icon: KeyRound, verb: 'key.pasteKey', note: 'administratorHasGivenYou' },
  {
    way: 'settings',
    Icon: FolderInput,
    verb: 'firstRunPage.takeOverSettings',
    note: 'fromFileAnotherWorkstation',
  },
  { way: 'demo', Icon: Play, verb: 'firstRunPage.tryDemo', note: 'localSiteWithCamerasComputer' },
] as const

/** The first thing on a workstation that knows no platform or has no key for it: four ways to live pictures. */
export function FirstRunPage() {
  const source = useSession((session) => session.connection.source)
  const address = useSession((session) => session.connection.address)
  const withAddress = source === 'none'
  return (
    <main className="first-run">
      <header>
        <Logo />
        <h1>Tessera</h1>
        <p>
          {withAddress
            ? t('firstRunPage.wallLiveCamerasDrivenFrom')
            : t('firstRunPage.noKeyYet', {
                baseUrl: address?.baseUrl ?? t('firstRunPage.platform'),
              })}
        </p>
        <OtherPlatforms />
      </header>
      <Tabs.Root className="ways stack" orientation="vertical" defaultValue="sign-in">
        <Tabs.List className="way-list" aria-label={t('firstRunPage.waysLivePictures')}>
          {ways.map(({ way, Icon, verb, note }) => (
            <Tabs.Trigger key={way} value={way} className="way stack dim">
              <Icon aria-hidden size="1.5em" />
              <b>{t(verb)}</b>
              <small className="small-note">{t(`firstRunPage.${note}`)}</small>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="sign-in">
          <SignInForm withAddress={withAddress} />
        </Tabs.Content>
        <Tabs.Content value="paste">
          <PasteKeyForm withAddress={withAddress} />
        </Tabs.Content>
        <Tabs.Content value="settings">
          <SettingsImport />
        </Tabs.Content>
        <Tabs.Content value="demo">
          <Demo />
        </Tabs.Content>
      </Tabs.Root>
    </main>
  )
}

/** Where a platform was just added, or shown without a key, there is a way back. */
function OtherPlatforms() {
  const platforms = useSession((session) => session.connection.platforms)
  const shown = useSession((session) => session.connection.platform)
  const use = useCall('platforms.use')
  const others = platforms.filter(({ id }) => id !== shown)
  if (others.length === 0) return null
  return (
    <nav className="other-platforms row wrap dim" aria-label={t('platforms.platformsWorkstation')}>
      <span>{t('firstRunPage.showInstead')}</span>
      {others.map((platform) => (
        <Button key={platform.id} isBusy={use.isBusy} onClick={() => void use.run({ id: platform.id })}>
          {platformName(platform)}
        </Button>
      ))}
      <FormError error={use.error} />
    </nav>
  )
}

function Demo() {
  const { shell } = useServices()
  const start = useCall('demo.start')
  const [step, setStep] = useState<DemoStep>()
  useEffect(() => shell.subscribe('demo', (progress) => setStep(progress.step)), [shell])
  return (
    <div className="form demo">
      <p>{t('firstRunPage.demoNote')}</p>
      <p className={start.isBusy ? undefined : 'unseen'} role="status">
        {start.isBusy && t(step === undefined ? 'firstRunPage.startingSite' : `firstRunPage.step.${step}`)}
      </p>
      <FormError error={start.error} />
      <FormEnd hint={t('firstRunPage.needsSite')}>
        <Button look="main" isBusy={start.isBusy} onClick={() => void start.run(undefined)}>
          {start.isBusy ? t('firstRunPage.starting') : t('firstRunPage.startDemo')}
        </Button>
      </FormEnd>
    </div>
  )
}
