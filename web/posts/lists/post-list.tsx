import { hashKey } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { PAGE_SIZE, radiusLabel } from '#rules/paging.ts'
import { postPath } from '#rules/paths.ts'
import { isOffline, sentenceOf } from '../../failures.ts'
import { useDeleted } from '../../kit/deleted.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { toast } from '../../kit/toast.ts'
import { useViewer } from '../../reader/reader-store.ts'
import type { ListedPost, ListQuery } from '../queries/list-query.ts'
import { Cards } from './cards.tsx'
import { Widen } from './filters.tsx'
import { ListData } from './list-data.tsx'
import { ListEnd, loadsAutomatically } from './list-end.tsx'
import { SkeletonRow } from './skeletons.tsx'
import { usePosts } from './use-posts.ts'
import { useRestoredList } from './use-reading-place.ts'

const DeleteDialog = onDemand(async () => (await import('../cards/delete-dialog.tsx')).DeleteDialog)
const MessageDialog = onDemand(async () => (await import('../../kit/dialog.tsx')).MessageDialog)

/** Loaded early: these dialogs also report failures, when their code could no longer be loaded. */
function preloadPanels() {
  DeleteDialog.preload()
  MessageDialog.preload()
}

type PostListProps = {
  query: ListQuery
  /** How a card shows its texts (`PostCard`). */
  show?: ((text: string) => ReactNode) | undefined
  /** The position in the list's URL, from which distances are shown. */
  near?: string | undefined
  /** How far a list by distance reaches, in metres; null for any distance. */
  radius?: number | null
  /** The first page, if the URL can select one. */
  page?: number | undefined
  empty: ReactNode
  end?: ReactNode
}

/** Its `key` must identify the list without its order: the old cards stay until those of the new order have loaded. */
export function PostList({ query, show, near, radius = null, page, empty, end }: PostListProps) {
  const list = usePosts(query)
  const isMember = useViewer() !== null
  const [deleting, setDeleting] = useState<ListedPost | null>(null)
  const [message, setMessage] = useState('')
  const showError = useCallback((error: unknown) => {
    if (isOffline(error)) toast(failures.offline)
    else setMessage(sentenceOf(error))
  }, [])
  const deleted = useDeleted()
  const posts = list.data?.pages.flatMap((page) => page.data.filter(({ id }) => !deleted.has(`post ${id}`)))
  const cards = useFocusOnNewCards(posts)
  const isRestored = useRestoredList(cards.list, query, list)
  const queryKey = useShownKey(query, list.isPlaceholderData)
  if (posts?.length === 0 && !list.hasNextPage && !list.isPlaceholderData) return empty
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the title of each card is a link */}
      <ul
        className="feed"
        ref={cards.list}
        aria-busy={list.isFetchingNextPage || list.isPlaceholderData || !posts}
        data-waiting={list.isPlaceholderData || undefined}
        data-growing={loadsAutomatically(list) || undefined}
        onPointerEnter={isMember ? preloadPanels : undefined}
        onClick={openPost}
      >
        {posts && (
          <Cards
            key={`${hashKey(queryKey)} ${isRestored}`}
            list={cards.list}
            posts={posts}
            isRestored={isRestored}
            show={show}
            near={near}
            onDelete={setDeleting}
            onError={showError}
          />
        )}
        {(list.isFetchingNextPage || !posts) && <SkeletonRow />}
      </ul>
      {page === 1 && posts && <ListData posts={posts} />}
      <p className="sr-only" role="status">
        {posts && posts.length > PAGE_SIZE && `글 ${posts.length}개를 불러왔어요.`}
      </p>
      {/* Visible only while a reloaded page returns to its reading position. */}
      <p className="feed-returning">읽던 곳으로 돌아가는 중이에요.</p>
      {posts && !list.isPlaceholderData && (
        <ListEnd
          list={list}
          onMore={cards.expectNew}
          page={page}
          note={near && `${radius ? `${radiusLabel(radius)} 안의 글이에요. ` : ''}위치가 없는 글은 빠졌어요.`}
          end={radius ? <Widen radius={radius} /> : end}
        />
      )}
      <DeleteDialog open={deleting !== null} post={deleting} onClose={() => setDeleting(null)} />
      <MessageDialog open={message !== ''} message={message} onClose={() => setMessage('')} />
    </>
  )
}

/** A press on a text of a card is one on its link, unless it ends a selection of the text. */
function openPost({ target, nativeEvent }: MouseEvent) {
  const card = target instanceof Element && target.closest('.address, .description')?.closest('article')
  if (card && getSelection()?.isCollapsed) {
    card.querySelector('h2 a')?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
  }
}

/** The key of the posts on the screen: the former one while another order is loading. */
function useShownKey({ queryKey }: ListQuery, isPlaceholder: boolean): ListQuery['queryKey'] {
  const [shown, setShown] = useState(queryKey)
  if (isPlaceholder || hashKey(shown) === hashKey(queryKey)) return shown
  setShown(queryKey)
  return queryKey
}

/** After 'more' was pressed, moves the focus to the first new card. */
function useFocusOnNewCards(posts: readonly ListedPost[] | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const expectedAfter = useRef<number | null>(null)
  const count = posts?.length ?? 0
  useEffect(() => {
    const before = expectedAfter.current
    const first = before === null ? undefined : posts?.[before]
    if (!first) return
    expectedAfter.current = null
    const link = list.current?.querySelector<HTMLElement>(`h2 a[href="${postPath(first.id)}"]`)
    link?.focus({ preventScroll: true })
  }, [posts])
  return {
    list,
    expectNew: () => {
      expectedAfter.current = count
    },
  }
}
