import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { usePageInfo } from '../page-info.ts'
import { currentIf, useCurrentScreen } from './current-screen.ts'
import { Logo } from './logo.tsx'
import type { AccountPanel } from './panels.tsx'
import { SearchField, useSearchField } from './search/search-field.tsx'
import { UserMenu } from './user-menu.tsx'

/** Fixed at the top of every page. */
export function TopBar({ openPanel }: { openPanel: (panel: AccountPanel) => void }) {
  const { site } = usePageInfo()
  const viewer = useViewer()
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
            aria-current={currentIf(current === 'home')}
          >
            홈
          </Link>
          <Link to={paths.addPost} aria-current={currentIf(current === 'addPost')}>
            글쓰기
          </Link>
        </nav>
        <SearchField {...search} />
        {viewer ? (
          <UserMenu viewer={viewer} openPanel={openPanel} />
        ) : (
          <Link to={paths.login} className="btn btn-outline btn-small login-btn">
            로그인
          </Link>
        )}
      </div>
    </header>
  )
}
