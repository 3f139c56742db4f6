import { graphql } from '../../graphql.ts'
import type { RouterContext } from '../../router-context.ts'
import type { MarkableName, Store } from '../../store/store.ts'
import type { ListedPost } from '../queries/list-query.ts'

export type Mark = 'liked' | 'wanted' | 'been'

/** Post or shop whose button is pressed; the mark itself may belong to its place. */
export type Target = `post ${string}` | `place ${string}`

/** `like` is the number of likes; the other marks show none. */
type State = { on: boolean; like: number }

/** A mark in flight: the server's last state, and the one to reach, which a second press changes. */
type Pending = { known: State; goal: boolean; jwt: string }

const inFlight = new Map<string, Pending>()

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'store'>

/**
 * Shows the mark at once, then the server's count of likes; reverts on failure. While one is in flight, a press only
 * changes the goal, which the running call sends.
 * @returns whether the mark is set at the end; undefined for a visitor, and for a press that only changed the goal
 * @throws the server's error
 */
export async function toggleMark(context: Context, target: Target, mark: Mark): Promise<boolean | undefined> {
  const { store } = context
  const { viewer } = store
  if (!viewer) return
  const name = mark === 'liked' ? target : store.placeOf(target)
  const id = target.split(' ')[1] as string
  const key = `${mark} ${name}`
  const { [mark]: on = false } = store.marksOf(name)
  const running = inFlight.get(key)
  const pending = running ?? {
    known: { on, like: store.get<ListedPost>('post', id)?.like ?? 0 },
    goal: on,
    jwt: viewer.jwt,
  }
  pending.goal = !pending.goal
  show(store, name, mark, pending)
  if (running) return
  inFlight.set(key, pending)
  const release = store.hold(name)
  try {
    // Sends until the server has the latest goal.
    while (pending.goal !== pending.known.on) {
      const on = pending.goal
      pending.known = { on, like: await send(context, { target, mark, on, jwt: viewer.jwt }) }
    }
  } finally {
    inFlight.delete(key)
    pending.goal = pending.known.on
    show(store, name, mark, pending)
    release()
    invalidateMarkQueries(context)
  }
  return pending.known.on
}

/** Invalidates the queries that a changed mark makes stale. */
export function invalidateMarkQueries({ queryClient }: Context): void {
  // 내 맛집 is loaded again when it is next shown.
  void queryClient.invalidateQueries({ queryKey: ['saved'], refetchType: 'none' })
  // A place tells how many likes its posts have, and how many people have been there.
  for (const key of ['saved_counts', 'place']) void queryClient.invalidateQueries({ queryKey: [key] })
}

function show(store: Store, name: MarkableName, mark: Mark, { known, goal, jwt }: Pending): void {
  const change = Number(goal) - Number(known.on)
  if (mark === 'liked') {
    const id = name.split(' ')[1] as string
    store.change<ListedPost>('post', id, () => ({ like: Math.max(0, known.like + change) }))
  }
  // Another account may have signed in meanwhile.
  if (store.viewer?.jwt === jwt) store.setMark(name, mark, goal)
}

type Sent = { target: Target; mark: Mark; on: boolean; jwt: string }

async function send({ graphql }: Context, { target, mark, on, jwt }: Sent): Promise<number> {
  const [kind, id = ''] = target.split(' ')
  const saved = { list: mark === 'wanted' ? 'want' : 'been', saved: on } as const
  const sent =
    mark === 'liked'
      ? likePost(graphql, { id, isLike: on, jwt }, { reader: jwt })
      : kind === 'place'
        ? savePlace(graphql, { place: id, ...saved }, { reader: jwt })
        : savePost(graphql, { post: id, ...saved }, { reader: jwt })
  return (await sent).count
}

const likePost = graphql(/* GraphQL */ `
  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {
    likePost(id: $id, isLike: $isLike, jwt: $jwt) { count }
  }
`)

const savePost = graphql(/* GraphQL */ `
  mutation savePost($post: ID!, $list: SaveList!, $saved: Boolean!) {
    savePost(post: $post, list: $list, saved: $saved) { count }
  }
`)

const savePlace = graphql(/* GraphQL */ `
  mutation savePlace($place: ID!, $list: SaveList!, $saved: Boolean!) {
    savePlace(place: $place, list: $list, saved: $saved) { count }
  }
`)
