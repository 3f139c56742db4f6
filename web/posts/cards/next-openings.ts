import { factLine } from '#rules/fact-line.ts'
import { nextOpening } from '#rules/next-opening.ts'
import { openStateAt } from '#rules/week.ts'
import { usePresent } from './hours.tsx'
import type { RowPost } from './post-rows.tsx'

const SHOWN = 4

/** `title` tells when the first of them opens, `opens` when each does, by the ids of the posts. */
export type NextOpenings = Readonly<{ title: string; posts: readonly RowPost[]; opens: Record<string, string> }>

/** Posts of the places that open next, the earliest first; null if that is known of none. */
export function useNextOpenings(posts: readonly RowPost[]): NextOpenings | null {
  const { instant, holidays } = usePresent(posts)
  const known = posts.flatMap((post) => {
    const opening = openStateAt(post, instant, holidays)?.open ? null : nextOpening(post, instant, holidays)
    return opening ? [{ post, ...opening }] : []
  })
  const next = known.toSorted((one, other) => one.at - other.at).slice(0, SHOWN)
  const [first] = next
  if (!first) return null
  const opens = Object.fromEntries(next.map(({ post, label }) => [post.id, label]))
  return { title: factLine(['다음 여는 곳', first.label]), posts: next.map(({ post }) => post), opens }
}
