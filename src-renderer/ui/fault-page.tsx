import { Component, type ReactNode } from 'react'
import { t } from '../language/language.ts'

/** The one sink for exceptions in components: says so, logs it, and starts the page again by itself. */
export class FaultPage extends Component<
  { readonly onFault: (error: unknown) => void; readonly children: ReactNode },
  { readonly hasFault: boolean }
> {
  override state = { hasFault: false }

  static getDerivedStateFromError(): { hasFault: boolean } {
    return { hasFault: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error)
  }

  override render(): ReactNode {
    if (!this.state.hasFault) return this.props.children
    return (
      <main className="first-run">
        <h1>{t('faultPage.wallHasMetFaultOwn')}</h1>
        <p>{t('faultPage.hasBeenWrittenLogWall')}</p>
      </main>
    )
  }
}
