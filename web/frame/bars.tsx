import Bell from 'virtual:icon/bell'
import Bookmark from 'virtual:icon/bookmark'
import House from 'virtual:icon/house'
import LogIn from 'virtual:icon/log-in'
import LogOut from 'virtual:icon/log-out'
import MapIcon from 'virtual:icon/map'
import SquarePen from 'virtual:icon/square-pen'
import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { usePageInfo } from '../page-info.ts'
import { useUnread } from '../reader/reader-store.ts'
import type { AccountPanel } from './panels.tsx'
import { SearchField } from './search/search-field.tsx'
import { useSearchField } from './search/use-search.ts'
import { UserButton } from './user-button.tsx'

/** Fixed at the top of every page. */
export function TopBar({ openPanel }: { openPanel: (panel: AccountPanel) => void }) {
  const { site } = usePageInfo()
  const current = useCurrentScreen()
  const search = useSearchField()
  return (
    <header className={search.open ? 'topbar topbar-searching' : 'topbar'}>
      <div className="wrap topbar-row">
        <Link to={paths.home} className="brand">
          <Logo />
          {site.name}
        </Link>
        <nav className="topnav" aria-label="주요 메뉴">
          <Link
            to={paths.home}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={ariaCurrent(current === 'home')}
          >
            홈
          </Link>
          <Link to={paths.addPost} aria-current={ariaCurrent(current === 'addPost')}>
            글쓰기
          </Link>
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
  return (
    <Link
      to={paths.notifications}
      className="icon-btn bell for-members"
      aria-label={unread ? `알림, 읽지 않은 것 ${unread}개` : '알림'}
      preload={false}
    >
      <Bell className="icon icon-l" />
      {unread > 0 && <span data-count={unread > 99 ? '99+' : unread} />}
    </Link>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="logo">
      <path
        fill="var(--accent)"
        d="M20 2c8.2 0 13 1.1 15.4 3.6C37.9 8 39 12.2 39 20s-1.1 12-3.6 14.4C33 36.9 28.2 38 20 38s-13-1.1-15.4-3.6C2.1 32 1 27.8 1 20S2.1 8 4.6 5.6C7 3.1 11.8 2 20 2Z"
      />
      <g fill="#fff">
        <circle cx="13.6" cy="12.6" r="3.4" />
        <circle cx="26.4" cy="12.6" r="3.4" />
        <path d="M8.4 18.8h9.8a.9.9 0 0 1 .9.9v10.3a.9.9 0 0 1-1 .9A11.3 11.3 0 0 1 7.5 19.8a.9.9 0 0 1 .9-1Z" />
        <path d="M31.6 18.8h-9.8a.9.9 0 0 0-.9.9v10.3a.9.9 0 0 0 1 .9A11.3 11.3 0 0 0 32.5 19.8a.9.9 0 0 0-.9-1Z" />
      </g>
    </svg>
  )
}

/** Fixed at the lower edge of small screens. */
export function BottomBar({ openPanel }: { openPanel: (panel: AccountPanel) => void }) {
  const current = useCurrentScreen()
  return (
    <nav className="bottombar" aria-label="하단 메뉴">
      <ul>
        <li>
          <button type="button" className="for-members" onClick={() => openPanel('logout')}>
            <LogOut className="icon icon-l" />
            로그아웃
          </button>
          <Link to={paths.login} className="for-visitors">
            <LogIn className="icon icon-l" />
            로그인
          </Link>
        </li>
        <li>
          <Link
            to={paths.home}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={ariaCurrent(current === 'home')}
          >
            <House className="icon icon-l" />홈
          </Link>
        </li>
        <li>
          <Link to={paths.addPost}>
            <SquarePen className="icon icon-l" />
            글쓰기
          </Link>
        </li>
        <li>
          <Link to={paths.map} preload={false}>
            <MapIcon className="icon icon-l" />
            지도
          </Link>
        </li>
        <li>
          <Link to={paths.me}>
            <Bookmark className="icon icon-l" />내 맛집
          </Link>
        </li>
      </ul>
    </nav>
  )
}

const homePaths: readonly string[] = [paths.home, paths.main, paths.prefetch]

/** Which of the two links in the bars is the current page. */
function useCurrentScreen(): 'home' | 'addPost' | null {
  return useLocation({
    select: ({ pathname }) => (homePaths.includes(pathname) ? 'home' : pathname === paths.addPost ? 'addPost' : null),
  })
}

function ariaCurrent(is: boolean): 'page' | undefined {
  return is ? 'page' : undefined
}
