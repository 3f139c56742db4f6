import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { PageIcon } from '../kit/page-icons.tsx'
import { useBrokenImage } from '../kit/use-broken-image.ts'
import { useViewer } from '../reader/reader-store.ts'
import type { AccountPanel } from './panels.tsx'
import { UserMenuOnDemand } from './user-menu-on-demand.tsx'

const MENU = 'user-menu'

/** On every page, but without a name and hidden from visitors, so that `firstPaintScript` only has to fill it in. */
export function UserButton({ openPanel }: { openPanel: (panel: AccountPanel) => void }) {
  const viewer = useViewer()
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const { isBroken, imageProps } = useBrokenImage(viewer?.picture)
  const picture = isBroken ? undefined : (viewer?.picture ?? undefined)
  const isReady = viewer !== null && hydrated
  return (
    <>
      <button
        type="button"
        className="user-btn for-members"
        popoverTarget={isReady ? MENU : undefined}
        aria-label={`${viewer?.username ?? ''} 사용자 메뉴`}
        aria-expanded={open}
        aria-controls={isReady ? MENU : undefined}
        suppressHydrationWarning
      >
        <span
          className="avatar avatar-s"
          style={{ '--hue': viewer?.hue ?? 0 } as React.CSSProperties}
          aria-hidden="true"
          suppressHydrationWarning
        >
          <PageIcon name="user-round" />
          <img {...imageProps} src={picture} hidden={!picture} alt="" decoding="async" suppressHydrationWarning />
        </span>
        <span suppressHydrationWarning>{viewer?.username ?? ''}</span>
        <PageIcon name="chevron-down" className="icon icon-s" />
      </button>
      {isReady && <UserMenuOnDemand id={MENU} viewer={viewer} open={open} setOpen={setOpen} openPanel={openPanel} />}
    </>
  )
}
