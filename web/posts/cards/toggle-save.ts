import { graphql } from '../../graphql.ts'
import { toast, withdrawToast } from '../../kit/toast.tsx'
import type { RouterContext } from '../../router-context.ts'
import { isPostQuery } from '../queries/patch-post.ts'

export type Mark = 'wanted' | 'been'

const savePost = graphql(/* GraphQL */ `
  mutation savePost($post: ID!, $list: SaveList!, $saved: Boolean!) {
    savePost(post: $post, list: $list, saved: $saved) { count }
  }
`)

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

/** The wanted state of each mark in flight, which another press changes. */
const inFlight = new Map<string, { wanted: boolean }>()

/** Said only once: whoever saves ten places in a row knows it. */
let isTold = false

/**
 * Sets or removes a mark of the viewer: shown at once, reverted on failure. The first success offers to collect the post.
 * @throws the server's error
 */
export async function toggleSave(
  context: Context,
  { id }: { id: string },
  mark: Mark,
  collect: () => void,
): Promise<void> {
  const key = `${mark} ${id}`
  const known = context.reader.post(id)[mark] ?? false
  const running = inFlight.get(key)
  const pending = running ?? { wanted: known }
  pending.wanted = !pending.wanted
  show(context, id, mark, pending)
  if (running) return
  inFlight.set(key, pending)
  await send(context, id, mark, { pending, known }).finally(() => inFlight.delete(key))
  if (pending.wanted && !isTold) {
    isTold = true
    const text = mark === 'wanted' ? '가고 싶어요에 담았어요' : '다녀왔어요에 담았어요'
    const run = () => {
      withdrawToast(text)
      collect()
    }
    toast(text, { action: { label: '모음에 담기', run } })
  }
}

type Sent = { pending: { wanted: boolean }; known: boolean }

/** Sends the wanted state until the server has the latest one. */
async function send(context: Context, id: string, mark: Mark, sent: Sent): Promise<void> {
  const { pending } = sent
  try {
    while (sent.known !== pending.wanted) {
      const saved = pending.wanted
      await savePost(context.graphql, { post: id, list: mark === 'wanted' ? 'want' : 'been', saved })
      sent.known = saved
    }
  } finally {
    pending.wanted = sent.known
    show(context, id, mark, pending)
    // 내 맛집 is loaded again when it is next shown.
    void context.queryClient.invalidateQueries({ queryKey: ['saved'], refetchType: 'none' })
    void context.queryClient.invalidateQueries({ queryKey: ['saved_counts'] })
    // Its number of people who have been there.
    void context.queryClient.invalidateQueries({ queryKey: ['place'] })
  }
}

/** Again when a query now in flight arrives, because its data may be older than the press. */
function show({ queryClient, reader }: Context, id: string, mark: Mark, pending: { wanted: boolean }): void {
  const write = () => reader.setMark(id, mark, pending.wanted)
  write()
  const isReading = ({ queryKey }: { queryKey: readonly unknown[] }) => isPostQuery(queryKey)
  for (const { promise } of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isReading })) {
    void promise?.then(write, write)
  }
}
