import House from 'virtual:icon/house'
import LogIn from 'virtual:icon/log-in'
import LogOut from 'virtual:icon/log-out'
import SquarePen from 'virtual:icon/square-pen'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../accounts/viewer.ts'
import { ariaCurrent, useCurrentScreen } from './current-screen.ts'
import type { AccountPanel } from './panels.tsx'

/** Fixed at the lower edge of small screens. */
export function BottomBar({ openPanel }: { openPanel: (panel: AccountPanel) => void }) {
  const viewer = useViewer()
  const current = useCurrentScreen()
  return (
    <nav className="bottombar" aria-label="하단 메뉴">
      <ul>
        <li>
          {viewer ? (
            <button type="button" onClick={() => openPanel('logout')}>
              <LogOut className="icon icon-l" />
              로그아웃
            </button>
          ) : (
            <Link to={paths.login}>
              <LogIn className="icon icon-l" />
              로그인
            </Link>
          )}
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
      </ul>
    </nav>
  )
}
