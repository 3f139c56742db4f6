import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { legalNames, legalTitles } from '#rules/legal.ts'
import { paths } from '#rules/paths.ts'
import { useArrival } from '../kit/history-entry.ts'
import { PageIcon, PageIcons } from '../kit/page-icons.tsx'
import { ThemeSwitch } from '../kit/theme.tsx'
import { Toaster } from '../kit/toast.tsx'
import { usePageInfo } from '../page-info.ts'
import { useKeepReadingPositions } from '../posts/lists/use-reading-place.ts'
import { useSessionStart } from '../store/viewer.ts'
import { AccountPanels, BottomBar, TopBar } from './bars.tsx'
import { endEarlyPresses, replayEarlyPresses } from './early-presses.ts'
import { useNoticeOtherAccount } from './other-account.ts'
import type { AccountPanelName } from './user-menu.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<AccountPanelName | null>(null)
  useSessionStart()
  useNoticeOtherAccount()
  useKeepReadingPositions()
  useEffect(replayEarlyPresses, [])
  return (
    <>
      <a href="#content" className="skip">
        본문으로 건너뛰기
      </a>
      <TopBar openPanel={setPanel} />
      <RestrictedNotice />
      <main id="content" tabIndex={-1}>
        {/* First, so that Tab reaches an undo at once when a screen has just got the focus. */}
        <Toaster />
        {children}
      </main>
      <Footer />
      <BottomBar openPanel={setPanel} />
      <AccountPanels panel={panel} onClose={() => setPanel(null)} />
      <PageIcons />
      <RouteFocus />
      {/* React hydrates all boundaries together, this one with that of the screen. */}
      <Suspense>
        <ScreenHydrated />
      </Suspense>
    </>
  )
}

function ScreenHydrated() {
  useEffect(endEarlyPresses, [])
  return null
}

function Footer() {
  const { site, now } = usePageInfo()
  return (
    <footer className="foot">
      <div className="wrap">
        <span>
          © {now.slice(0, 4)} {site.name}
        </span>
        <LegalLinks />
        <ThemeSwitch icons />
      </div>
    </footer>
  )
}

/** After a navigation the new screen gets the focus, and its title is announced to screen readers. */
function RouteFocus() {
  const [title, setTitle] = useState('')
  useArrival(() => {
    setTitle(document.title)
    const focused = document.activeElement
    const isBusyElsewhere = focused?.closest('.search, main, [role="dialog"]')
    if (!isBusyElsewhere) document.getElementById('content')?.focus({ preventScroll: true })
  })
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  )
}

function RestrictedNotice() {
  const isThere = useLocation({ select: ({ pathname }) => pathname === paths.changePassword })
  return (
    <aside className="wrap restricted" aria-label="임시 비밀번호 안내">
      <div className="notice">
        <PageIcon name="key-round" />
        <span>{failures.restrictedSession}</span>
        {!isThere && (
          <Link to={paths.changePassword} className="link">
            비밀번호 변경
          </Link>
        )}
      </div>
    </aside>
  )
}

export function LegalLinks() {
  return (
    <nav className="foot-links" aria-label="약관과 방침">
      {legalNames.map((name) => (
        <Link key={name} to={paths.legal} params={{ name }} preload={false}>
          {legalTitles[name]}
        </Link>
      ))}
    </nav>
  )
}
