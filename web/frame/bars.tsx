import { Link, useHydrated, useLocation } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useReducer, useState } from 'react'
import { MOST_COUNTED_UNREAD } from '#contract/reader-state.ts'
import { paths } from '#rules/paths.ts'
import { useBrokenImage } from '../kit/avatar.tsx'
import { onDemand } from '../kit/on-demand.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { usePageInfo } from '../page-info.ts'
import { useUnread, useViewer } from '../store/use-store.ts'
import { SearchField } from './search/search-field.tsx'
import { useSearchField } from './search/use-search.ts'
import type { AccountPanelName, UserMenu } from './user-menu.tsx'

export function TopBar({ openPanel }: { openPanel: (panel: AccountPanelName) => void }) {
  const { site } = usePageInfo()
  const search = useSearchField()
  return (
    <header className={search.open ? 'topbar topbar-searching' : 'topbar'}>
      <div className="wrap topbar-row">
        <Link to={paths.home} className="brand">
          <PageIcon name="logo" className="logo" />
          {site.name}
        </Link>
        <nav className="topnav" aria-label="주요 메뉴">
          <HomeLink>홈</HomeLink>
          <Link to={paths.addPost}>글쓰기</Link>
          <Link to={paths.map} preload={false}>
            지도
          </Link>
          <Link to={paths.me}>내 맛집</Link>
        </nav>
        <SearchField {...search} />
        <Link to={paths.login} className="btn btn-outline btn-small login-btn for-visitors">
          로그인
        </Link>
        <BellLink />
        <UserButton openPanel={openPanel} />
      </div>
    </header>
  )
}

function BellLink() {
  const unread = useUnread()
  const isMany = unread >= MOST_COUNTED_UNREAD
  return (
    <Link
      to={paths.notifications}
      className="icon-btn bell for-members"
      aria-label={unread ? `알림, 읽지 않은 것 ${unread}개${isMany ? ' 이상' : ''}` : '알림'}
      preload={false}
    >
      <PageIcon name="bell" className="icon icon-l" />
      {unread > 0 && <span data-count={isMany ? '9+' : unread} />}
    </Link>
  )
}

export function BottomBar({ openPanel }: { openPanel: (panel: AccountPanelName) => void }) {
  return (
    <nav className="bottombar" aria-label="하단 메뉴">
      <ul>
        <li>
          <button type="button" className="for-members" onClick={() => openPanel('logout')}>
            <PageIcon name="log-out" className="icon icon-l" />
            로그아웃
          </button>
          <Link to={paths.login} className="for-visitors">
            <PageIcon name="log-in" className="icon icon-l" />
            로그인
          </Link>
        </li>
        <li>
          <HomeLink>
            <PageIcon name="house" className="icon icon-l" />홈
          </HomeLink>
        </li>
        <li>
          <Link to={paths.addPost}>
            <PageIcon name="square-pen" className="icon icon-l" />
            글쓰기
          </Link>
        </li>
        <li>
          <Link to={paths.map} preload={false}>
            <PageIcon name="map" className="icon icon-l" />
            지도
          </Link>
        </li>
        <li>
          <Link to={paths.me}>
            <PageIcon name="bookmark" className="icon icon-l" />내 맛집
          </Link>
        </li>
      </ul>
    </nav>
  )
}

const homePaths: readonly string[] = [paths.home, paths.main, paths.prefetch]

function HomeLink({ children }: { children: ReactNode }) {
  const isHome = useLocation({ select: ({ pathname }) => homePaths.includes(pathname) })
  return (
    <Link
      to={paths.home}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isHome ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}

const MENU = 'user-menu'

/** Rendered for everybody, without a name and hidden from visitors, so that first-paint.ts only has to fill in the member's. */
function UserButton({ openPanel }: { openPanel: (panel: AccountPanelName) => void }) {
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
        <span className="user-name" suppressHydrationWarning>
          {viewer?.username ?? ''}
        </span>
        <PageIcon name="chevron-down" className="icon icon-s" />
      </button>
      {isReady && <UserMenuOnDemand id={MENU} viewer={viewer} open={open} setOpen={setOpen} openPanel={openPanel} />}
    </>
  )
}

let Loaded: typeof UserMenu | undefined

/** Loads the code of the user menu, which only members need; a member's page is hydrated after it. */
export async function loadUserMenu(): Promise<void> {
  Loaded ??= (await import('./user-menu.tsx')).UserMenu
}

/** The user menu, or nothing while its code is loading, as right after a login. Opening it loads the code of the dialogs for logout and withdrawal. */
function UserMenuOnDemand(props: ComponentProps<typeof UserMenu>) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const { open } = props
  useEffect(() => {
    if (!Loaded) void loadUserMenu().then(draw, () => {})
  }, [])
  useEffect(() => {
    if (!open) return
    LogoutPanel.preload()
    WithdrawalPanel.preload()
  }, [open])
  return Loaded ? <Loaded {...props} /> : null
}

const LogoutPanel = onDemand(async () => (await import('./account-panels.tsx')).LogoutPanel)
const WithdrawalPanel = onDemand(async () => (await import('./account-panels.tsx')).WithdrawalPanel)

export function AccountPanels({ panel, onClose }: { panel: AccountPanelName | null; onClose: () => void }) {
  return (
    <>
      <LogoutPanel open={panel === 'logout'} onClose={onClose} />
      <WithdrawalPanel open={panel === 'withdrawal'} onClose={onClose} />
    </>
  )
}
