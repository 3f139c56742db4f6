import type { Session } from '../accounts/sessions.ts'

type Owned = { account_id: number }

export function canEditPost(session: Session, post: Owned): boolean {
  return post.account_id === session.accountId
}

export function canDeletePost(session: Session, post: Owned): boolean {
  return post.account_id === session.accountId
}
