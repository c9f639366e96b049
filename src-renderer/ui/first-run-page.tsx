import { FolderInput, KeyRound, LogIn, Play } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { FormError } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { Logo } from './logo.tsx'
import { SettingsImport } from './platform/settings-import.tsx'
import { platformName } from './platform-words.ts'
import { useSession } from './services.ts'
import { useCall } from './use-call.ts'

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
            ? 'A wall of live cameras, driven from the keyboard. It needs a platform to get them from.'
            : `This workstation has no key for ${address?.baseUrl ?? 'its platform'} yet.`}
        </p>
        <OtherPlatforms />
      </header>
      <Tabs.Root className="ways" orientation="vertical" defaultValue="sign-in">
        <Tabs.List className="way-list" aria-label="Ways to live pictures">
          <Tabs.Trigger value="sign-in" className="way">
            <LogIn aria-hidden size="1.5em" />
            <b>Sign in and make a key</b>
            <small>With an account of the platform</small>
          </Tabs.Trigger>
          <Tabs.Trigger value="paste" className="way">
            <KeyRound aria-hidden size="1.5em" />
            <b>Paste a key</b>
            <small>That an administrator has given you</small>
          </Tabs.Trigger>
          <Tabs.Trigger value="settings" className="way">
            <FolderInput aria-hidden size="1.5em" />
            <b>Take over settings</b>
            <small>From the file of another workstation</small>
          </Tabs.Trigger>
          <Tabs.Trigger value="demo" className="way">
            <Play aria-hidden size="1.5em" />
            <b>Look at a demo</b>
            <small>A local site with cameras, on this computer</small>
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in" className="way-body">
          <SignInForm withAddress={withAddress} />
        </Tabs.Content>
        <Tabs.Content value="paste" className="way-body">
          <PasteKeyForm withAddress={withAddress} />
        </Tabs.Content>
        <Tabs.Content value="settings" className="way-body">
          <SettingsImport />
        </Tabs.Content>
        <Tabs.Content value="demo" className="way-body">
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
    <nav className="other-platforms" aria-label="Platforms of this workstation">
      <span>Show instead:</span>
      {others.map((platform) => (
        <button
          key={platform.id}
          type="button"
          className="button"
          disabled={use.isBusy}
          onClick={() => void use.run({ id: platform.id })}
        >
          {platformName(platform)}
        </button>
      ))}
      <FormError error={use.error} />
    </nav>
  )
}

function Demo() {
  return (
    <div className="form demo">
      <p>The local site comes with Tessera’s source. In a checkout of it:</p>
      <pre className="code">npm start</pre>
      <p>
        It starts sixteen cameras on a real media server, makes a key for this workstation by itself, and
        opens the wall on them. Nothing leaves this computer, and nothing has to be entered.
      </p>
    </div>
  )
}
