import KeyRound from 'virtual:icon/key-round'
import { Link, useLocation } from '@tanstack/react-router'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../accounts/viewer.ts'

/** Asks a person who signed in with a temporary password to choose a new one (P7). */
export function RestrictedNotice() {
  const isThere = useLocation({ select: ({ pathname }) => pathname === paths.changePassword })
  if (!useViewer()?.restricted) return null
  return (
    <aside className="wrap restricted" aria-label="임시 비밀번호 안내">
      <div className="notice">
        <KeyRound className="icon" />
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
