import { Component, type ReactNode } from 'react'

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
        <h1>The wall has met a fault of its own</h1>
        <p>It has been written to the log. The wall starts again in a few seconds.</p>
      </main>
    )
  }
}
