import { Link, useHydrated } from '@tanstack/react-router'
import { factLine } from '#rules/fact-line.ts'
import { nextOpening } from '#rules/next-opening.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { openStateAt, stateChangeTimes } from '#rules/week.ts'
import { sentenceOf } from '../../failures.ts'
import { toast } from '../../kit/toast.tsx'
import { useNow, usePageInfo, useServerPage } from '../../page-info.ts'
import type { ListedPost } from '../queries/list-query.ts'
import { type OpeningTimes, useOpenState } from './hours.tsx'
import { SaveMarkButton } from './mark-buttons.tsx'
import { drawingsOf, PostImage } from './post-image.tsx'
import { rowFacts } from './row-facts.ts'
import './rows.css'

export type RowPost = Parameters<typeof PostImage>[0]['post'] &
  OpeningTimes &
  Pick<ListedPost, 'id' | 'title' | 'kind' | 'price' | 'address' | 'lat' | 'lng'>

type PostsProps = { posts: readonly RowPost[]; near: Position | null }

/** Small cards beside each other, which scroll sideways. `opens` says by the id of a post when its place opens next. */
export function PostStrip({ posts, near, opens }: PostsProps & { opens?: Readonly<Record<string, string>> }) {
  return (
    <ul className="strip">
      {withDrawings(posts).map(({ post, dish }) => (
        <li key={post.id} className="strip-card">
          <div className="photo">
            <PostImage post={post} sizes="(min-width: 768px) 300px, 168px" dish={dish} />
            <WantedMark post={post} />
          </div>
          <PostTitle post={post} />
          <p>{rowFacts(post, near)}</p>
          {opens ? <span className="open-now shut-now">{opens[post.id]}</span> : <OpenNowLabel post={post} />}
        </li>
      ))}
    </ul>
  )
}

/** Rows below each other: photo, title, facts, mark. */
export function PostRows({ posts, near }: PostsProps) {
  return (
    <ul className="items">
      {withDrawings(posts).map(({ post, dish }) => (
        <PostRow key={post.id} post={post} dish={dish} near={near} />
      ))}
    </ul>
  )
}

type PostRowProps = { post: RowPost; dish: string | undefined; near: Position | null }

export function PostRow({ post, dish, near }: PostRowProps) {
  return (
    <li className="item">
      <span className="photo">
        <PostImage post={post} sizes="72px" dish={dish} />
      </span>
      <div className="item-text">
        <PostTitle post={post} />
        <p>{rowFacts(post, near)}</p>
        <OpenNowLabel post={post} />
      </div>
      <WantedMark post={post} />
    </li>
  )
}

function withDrawings(posts: readonly RowPost[]): { post: RowPost; dish: string | undefined }[] {
  const drawn = drawingsOf(posts)
  return posts.map((post, index) => ({ post, dish: drawn[index] }))
}

function PostTitle({ post }: { post: RowPost }) {
  return (
    <h3>
      <Link to={paths.post} params={{ id: post.id }}>
        {post.title}
      </Link>
    </h3>
  )
}

/** The mark '가고 싶어요' as a sign, which needs the script. */
export function WantedMark({ post }: { post: { id: string; title: string } }) {
  const hydrated = useHydrated()
  return (
    hydrated && <SaveMarkButton shape="sign" post={post} mark="wanted" onError={(error) => toast(sentenceOf(error))} />
  )
}

/** Whether a place is open, as a dot or a ring, and when that ends: '23:00까지', '17:00부터'. Null unless both times are known. */
export function OpenNowLabel({ post }: { post: OpeningTimes }) {
  const state = useOpenState(post)
  if (!state) return null
  return (
    <span className={state.open ? 'open-now' : 'open-now shut-now'}>
      {state.time ? (
        <>
          <span className="sr-only">{state.state} </span>
          {state.time}
        </>
      ) : (
        state.label
      )}
    </span>
  )
}

const OPENINGS_SHOWN = 4

/** `title` tells when the first of them opens, `opens` when each does, by the ids of the posts. */
export type NextOpenings = Readonly<{ title: string; posts: readonly RowPost[]; opens: Record<string, string> }>

/** Posts of the places that open next, the earliest first; null if that is known of none. */
export function useNextOpenings(posts: readonly RowPost[]): NextOpenings | null {
  const { holidays } = usePageInfo()
  const instant = new Date(useNow()).getTime()
  const page = useServerPage()
  // On the server only, so that browsers do not load `stateChangeTimes`.
  if (import.meta.env.SSR) for (const time of posts.flatMap(stateChangeTimes)) page?.showsHours(time, time)
  const known = posts.flatMap((post) => {
    const opening = openStateAt(post, instant, holidays)?.open ? null : nextOpening(post, instant, holidays)
    return opening ? [{ post, ...opening }] : []
  })
  const next = known.toSorted((one, other) => one.at - other.at).slice(0, OPENINGS_SHOWN)
  const [first] = next
  if (!first) return null
  const opens = Object.fromEntries(next.map(({ post, label }) => [post.id, label]))
  return { title: factLine(['다음 여는 곳', first.label]), posts: next.map(({ post }) => post), opens }
}
