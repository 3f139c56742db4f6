import { type ReactNode, useEffect, useState } from 'react'
import { useSessionStart } from '../accounts/use-session-start.ts'
import { Toaster } from '../kit/toast.tsx'
import { useStoredLists } from '../posts/use-restored-list.ts'
import { BottomBar } from './bottom-bar.tsx'
import { replayEarlyPresses } from './early-presses.ts'
import { Footer } from './footer.tsx'
import { type AccountPanel, Panels } from './panels.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'
import { RouteFocus } from './route-focus.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every screen: top bar, bottom bar, footer, and the panels they open. */
export function Frame({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<AccountPanel | null>(null)
  useSessionStart()
  useStoredLists()
  useEffect(replayEarlyPresses, [])
  return (
    <>
      <a href="#content" className="skip">
        본문으로 건너뛰기
      </a>
      <TopBar openPanel={setPanel} />
      <RestrictedNotice />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <BottomBar openPanel={setPanel} />
      <Panels panel={panel} onClose={() => setPanel(null)} />
      <Toaster />
      <RouteFocus />
    </>
  )
}
