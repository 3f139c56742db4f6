import { hashKey } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ItemList, WithContext } from 'schema-dts'
import { LIST_PAGE_SIZE, radiusLabel } from '#rules/paging.ts'
import { postPath } from '#rules/paths.ts'
import { useHistoryEntryKey } from '../../kit/history-entry.ts'
import { onDemand, useErrorDialog } from '../../kit/on-demand.tsx'
import { usePageInfo } from '../../page-info.ts'
import { getKeptScreen } from '../../storage/kept-screens.ts'
import { usePosts, useViewer } from '../../store/use-store.ts'
import { PostCard } from '../cards/post-card.tsx'
import { drawingsOf } from '../cards/post-image.tsx'
import type { ListedPost, ListQuery } from '../queries/list-query.ts'
import { WidenRadiusLink } from './filters.tsx'
import { ListEnd, loadsAutomatically } from './list-end.tsx'
import { FIRST_ROW_CARDS, SkeletonRow } from './skeletons.tsx'
import { idsOf, useListKeptForReturn } from './use-posts.ts'
import { scrollToCard, useRestoredList } from './use-reading-place.ts'

const DeleteDialog = onDemand(async () => (await import('../cards/delete-dialog.tsx')).DeleteDialog)

type PostListProps = {
  query: ListQuery
  show?: ((text: string) => ReactNode) | undefined
  near?: string | undefined
  radius?: number | null
  page?: number | undefined
  empty: ReactNode
  end?: ReactNode
}

/** Its `key` must identify the list without its order: the old cards stay until those of the new order have loaded. */
export function PostList({ query, show, near, radius = null, page, empty, end }: PostListProps) {
  const list = useListKeptForReturn(query)
  const isMember = useViewer() !== null
  const [deleting, setDeleting] = useState<ListedPost | null>(null)
  const { showError, errorDialog, preload } = useErrorDialog()
  const preloadPanels = () => {
    DeleteDialog.preload()
    preload()
  }
  const shown = usePosts(idsOf(list.data))
  const posts = list.data && shown
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
        // Loaded early: these dialogs also report failures, when their code could no longer be loaded.
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
        {posts && posts.length > LIST_PAGE_SIZE && `글 ${posts.length}개를 불러왔어요.`}
      </p>
      {/* Visible only while a reloaded page returns to its reading position. */}
      <p className="feed-returning">읽던 곳으로 돌아가는 중이에요.</p>
      {posts && !list.isPlaceholderData && (
        <ListEnd
          list={list}
          onMore={cards.expectNew}
          page={page}
          note={near && `${radius ? `${radiusLabel(radius)} 안의 글이에요. ` : ''}위치가 없는 글은 빠졌어요.`}
          end={radius ? <WidenRadiusLink radius={radius} /> : end}
        />
      )}
      <DeleteDialog open={deleting !== null} post={deleting} onClose={() => setDeleting(null)} />
      {errorDialog}
    </>
  )
}

/** Treats a press on a text of a card as one on its link, unless it ends a selection of the text. */
function openPost({ target, nativeEvent }: MouseEvent) {
  const card = target instanceof Element && target.closest('.address, .description')?.closest('article')
  if (card && getSelection()?.isCollapsed) {
    card.querySelector('h2 a')?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
  }
}

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

const IN_VIEW = { narrow: 4, wide: 9 }

type CardsProps = Omit<Parameters<typeof PostCard>[0], 'post' | 'dish' | 'eager' | 'hasMarks'> & {
  list: RefObject<HTMLElement | null>
  posts: readonly ListedPost[]
  isRestored: boolean
}

/**
 * The cards of a list. A return to a long list shows those in view at once, and React builds the others right after.
 * Its `key` must identify the list and its order.
 */
function Cards({ list, posts, isRestored, ...card }: CardsProps) {
  const entry = useHistoryEntryKey()
  const hydrated = useHydrated()
  const [reading] = useState(() => (hydrated || isRestored ? getKeptScreen(entry).reading : undefined))
  const [start] = useState(() => posts.findIndex(({ id }) => postPath(id) === reading?.card))
  const [end] = useState(() => Math.max(0, start) + (hydrated && innerWidth < 600 ? IN_VIEW.narrow : IN_VIEW.wide))
  const isWhole = useDeferredValue(true, posts.length <= LIST_PAGE_SIZE)
  useLayoutEffect(() => {
    if (reading) scrollToCard(list.current, reading)
  }, [list, reading])
  const dishes = drawingsOf(posts)
  return posts.map((post, index) => (
    <li key={post.id} style={heightOf(reading?.cards[index])}>
      {(isWhole || (index >= start && index < end)) && (
        <PostCard
          post={post}
          dish={dishes[index]}
          eager={index === 0}
          // Below the first row the marks, which need the page's script, come with it.
          hasMarks={hydrated || index < FIRST_ROW_CARDS}
          {...card}
        />
      )}
    </li>
  ))
}

/** Style that reserves a height, in pixels, for a card until it is painted. */
function heightOf(height: number | undefined): CSSProperties | undefined {
  return height === undefined ? undefined : ({ '--card-height': `${height}px` } as CSSProperties)
}

type Listed = readonly Readonly<{ id: string }>[]

function RenderedListData({ posts }: { posts: Listed }) {
  const { site } = usePageInfo()
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: listJsonLd(site.origin, posts) }} />
}

/** Constant object, because for a new one React would replace the server's HTML. */
const unchanged = { __html: '' }

function KeptListData(_: { posts: Listed }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={unchanged} />
}

/** The list as structured data for search engines: the server writes it, the browser leaves it as it is. */
const ListData = import.meta.env.SSR ? RenderedListData : KeptListData

export function listJsonLd(origin: string, posts: Listed): string {
  const list: WithContext<ItemList> = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: posts.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + postPath(id),
    })),
  }
  return JSON.stringify(list).replaceAll('<', '\\u003c')
}
