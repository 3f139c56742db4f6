import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import type { Viewer } from '#contract/reader-state.ts'
import { paths } from '#rules/paths.ts'
import { useRepeatKeptPress } from '../accounts/use-repeat-kept-press.ts'
import { Avatar } from '../kit/avatar.tsx'
import { NotebookText, ShieldCheck, UserX } from '../kit/icons.gen.ts'
import { useOverlay } from '../kit/overlays.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import { ThemeSwitch } from '../kit/theme.tsx'
import { useWaitingDecisions } from '../store/use-store.ts'

export type AccountPanelName = 'logout' | 'withdrawal'

type UserMenuProps = {
  id: string
  viewer: Viewer
  open: boolean
  setOpen: (open: boolean) => void
  openPanel: (panel: AccountPanelName) => void
}

export function UserMenu({ id, viewer, open, setOpen, openPanel }: UserMenuProps) {
  const menu = useRef<HTMLElement>(null)
  // Called here, because the menu is on every page of a member and on none of a visitor.
  useRepeatKeptPress()
  const close = () => {
    menu.current?.hidePopover()
    setOpen(false)
  }
  useOverlay(open, close)
  const choose = (panel: AccountPanelName) => {
    close()
    openPanel(panel)
  }
  return (
    <nav
      ref={menu}
      id={id}
      popover="auto"
      aria-label="사용자 메뉴"
      className="user-menu"
      onToggle={(event) => {
        const isOpen = event.newState === 'open'
        setOpen(isOpen)
        if (isOpen && keyboardOpened()) focusEntry(menu.current, 0)
      }}
      onKeyDown={moveWithArrows}
    >
      <Me viewer={viewer} />
      <Pages onOpen={close} />
      <hr />
      <div className="user-menu-theme">
        <p id="user-menu-theme">화면 모드</p>
        <ThemeSwitch labelledBy="user-menu-theme" />
      </div>
      <hr />
      <Panels onOpen={choose} />
    </nav>
  )
}

function Me({ viewer }: { viewer: Viewer }) {
  return (
    <div className="user-menu-me">
      <Avatar name={viewer.username} image={viewer.image} hue={viewer.hue} fallback="icon" />
      <div>
        <b>{viewer.username}</b>
        <small>
          <EmailText email={viewer.email} />
        </small>
      </div>
    </div>
  )
}

function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

function Pages({ onOpen }: { onOpen: () => void }) {
  const waiting = useWaitingDecisions()
  return (
    <ul>
      <li>
        <Link to={paths.myList} className="user-menu-entry" onClick={onOpen}>
          <NotebookText className="icon" />
          내가 쓴 글
        </Link>
      </li>
      <li>
        <Link to={paths.profile} className="user-menu-entry" onClick={onOpen}>
          <PageIcon name="user-round" />
          프로필
        </Link>
      </li>
      {waiting !== undefined && (
        <li>
          <Link to={paths.admin} className="user-menu-entry" onClick={onOpen}>
            <ShieldCheck className="icon" />
            운영
            {waiting > 0 && (
              <span className="user-menu-count num">
                <span className="sr-only">처리 대기 </span>
                {waiting.toLocaleString('ko-KR')}
                <span className="sr-only">건</span>
              </span>
            )}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Panels({ onOpen }: { onOpen: (panel: AccountPanelName) => void }) {
  return (
    <ul className="user-menu-quiet">
      <li>
        <button type="button" className="user-menu-entry" onClick={() => onOpen('logout')}>
          <PageIcon name="log-out" />
          로그아웃
        </button>
      </li>
      <li>
        <button type="button" className="user-menu-entry" onClick={() => onOpen('withdrawal')}>
          <UserX className="icon" />
          회원탈퇴
        </button>
      </li>
    </ul>
  )
}

function keyboardOpened(): boolean {
  return document.activeElement?.matches('.user-btn:focus-visible') ?? false
}

function focusEntry(menu: HTMLElement | null, step: number) {
  const entries = [...(menu?.querySelectorAll<HTMLElement>('.user-menu-entry') ?? [])]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  entries[at < 0 ? 0 : (at + step + entries.length) % entries.length]?.focus()
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  focusEntry(event.currentTarget, step)
}
