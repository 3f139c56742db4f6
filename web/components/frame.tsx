import type { ReactNode } from 'react'

/** What stands around every screen: top bar, bottom bar, footer. */
export function Frame({ children }: { children: ReactNode }) {
  return <main id="content">{children}</main>
}
