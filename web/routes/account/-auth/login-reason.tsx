import Info from 'virtual:icon/info'
import type { ReactNode } from 'react'
import { paths, safeReturnPath } from '#rules/paths.ts'

const reasons: readonly [path: string, reason: string][] = [
  [paths.addPost, '글을 쓰려면 로그인해 주세요.'],
  [paths.editPost.replace('$id', ''), '글을 수정하려면 로그인해 주세요.'],
  [paths.myList, '내가 쓴 글을 보려면 로그인해 주세요.'],
  ['/account/', '내 정보를 보려면 로그인해 주세요.'],
]

/** Why a login is needed, derived from the page it leads to; null if the visitor chose to log in. */
export function loginReason(next: string | undefined): string | null {
  if (next === undefined) return null
  const path = safeReturnPath(next)
  return reasons.find(([start]) => path.startsWith(start))?.[1] ?? '로그인하면 보던 화면으로 돌아가요.'
}

/** Shows the reason at the top of the form. */
export function LoginReason({ children }: { children: ReactNode }) {
  return (
    <p className="notice">
      <Info className="icon" />
      <span>{children}</span>
    </p>
  )
}
