import { Link } from '@tanstack/react-router'
import { factLine } from '#rules/fact-line.ts'
import { radiusLabel } from '#rules/paging.ts'
import { topicParticle } from '#rules/particles.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useErrorDialog } from '../../kit/on-demand.tsx'
import { PlaceLink } from '../../places/place-link.tsx'
import { ShopIcon } from '../../places/shop-row.tsx'
import { type Shop, shopFacts } from '../../places/shops.ts'
import { LikeButton, SaveMarkButton } from '../../posts/cards/mark-buttons.tsx'
import { EditLink } from '../../posts/cards/post-card.tsx'
import { DishDrawing, drawingsOf, PostImage } from '../../posts/cards/post-image.tsx'
import { OpenNowLabel } from '../../posts/cards/post-rows.tsx'
import { rowFacts } from '../../posts/cards/row-facts.ts'
import { NoMatchingPosts, WidenRadiusLink } from '../../posts/lists/filters.tsx'
import { ListEnd } from '../../posts/lists/list-end.tsx'
import { hasFacts } from '../../posts/lists/list-search.ts'
import { idsOf, useListKeptForReturn } from '../../posts/lists/use-posts.ts'
import type { ListedPost, ListQuery, PostPage } from '../../posts/queries/list-query.ts'
import { usePosts } from '../../store/use-store.ts'
import type { MeSearch } from './me-search.ts'
import type { EntryWithoutPost, SavedParams } from './saved-queries.ts'
import type { SavedTab } from './saved-tabs.ts'

type SavedListProps = { tab: SavedTab; query: ListQuery; params: SavedParams; search: MeSearch }

export function SavedList({ tab, query, params: { keyword, near, radius, facts }, search }: SavedListProps) {
  const list = useListKeptForReturn(query)
  const { showError, errorDialog } = useErrorDialog()
  const posts = new Map(usePosts(idsOf(list.data)).map((post) => [post.id, post]))
  const entries = list.data?.pages.flatMap((page) => entriesOf(page, posts))
  const drawn = drawingsOf((entries ?? []).map((entry) => ('gone' in entry ? NO_PHOTO : entry.post)))
  if (entries?.length === 0 && !list.hasNextPage && !list.isPlaceholderData)
    return hasFacts(facts) || radius ? <NoMatchingPosts search={search} /> : <Empty tab={tab} keyword={keyword} />
  return (
    <>
      <ul className="saved-list" aria-busy={list.isFetchingNextPage || list.isPlaceholderData || !entries}>
        {entries?.map((entry, index) =>
          'gone' in entry ? (
            <RowWithoutPost
              key={entry.gone.post}
              entry={entry.gone}
              tab={tab}
              dish={drawn[index]}
              near={near}
              onError={showError}
            />
          ) : (
            <SavedRow
              key={entry.post.id}
              post={entry.post}
              tab={tab}
              dish={drawn[index]}
              near={near}
              onError={showError}
            />
          ),
        )}
      </ul>
      {entries && !list.isPlaceholderData && (
        <ListEnd
          list={list}
          onMore={() => {}}
          page={undefined}
          note={radius ? `${radiusLabel(radius)} 안의 글이에요. 위치가 없는 글은 빠졌어요.` : undefined}
          end={radius && <WidenRadiusLink radius={radius} />}
        />
      )}
      {errorDialog}
    </>
  )
}

/** Stands for an entry without a post, so that it gets a drawing of a dish like a post without a photo. */
const NO_PHOTO = { image: null }

type Entry = { post: ListedPost } | { gone: EntryWithoutPost }

function entriesOf({ data, gone }: PostPage, posts: ReadonlyMap<string, ListedPost>): Entry[] {
  const entries: (Entry | { post: undefined })[] = data.map((id) => ({ post: posts.get(id) }))
  for (const entry of (gone ?? []).toReversed()) entries.splice(entry.at, 0, { gone: entry })
  return entries.filter((entry): entry is Entry => 'gone' in entry || entry.post !== undefined)
}

const empty = {
  want: ['마음에 드는 곳에서 책갈피를 눌러 보세요. 여기에 모아 둘게요', paths.home, '이웃 맛집 보기'],
  been: ['다녀온 곳을 남기면 나만의 맛집 지도가 그려져요', paths.map, '지도에서 고르기'],
  liked: ['맛있어 보이는 글에 하트를 눌러 보세요', paths.home, '이웃 맛집 보기'],
  written: ['좋았던 한 끼를 이웃과 나눠 보세요', paths.addPost, '글쓰기'],
} as const

function Empty({ tab, keyword }: { tab: SavedTab; keyword: string }) {
  if (keyword) {
    return (
      <EmptyState art="search" inFeed title={`‘${keyword}’\u2060${topicParticle(keyword)} 아직 담지 않았어요`}>
        <Link to={paths.search} search={{ keyword }} className="btn btn-primary">
          모든 맛집에서 찾기
        </Link>
      </EmptyState>
    )
  }
  const [title, to, button] = empty[tab.list]
  return (
    <EmptyState art={tab.list === 'written' ? 'write' : tab.list} inFeed title={title}>
      <Link to={to} className="btn btn-primary">
        {button}
      </Link>
    </EmptyState>
  )
}

type RowProps = {
  tab: SavedTab
  /** Name of the drawn dish that is shown if there is no photo. */
  dish: string | undefined
  onError: (error: unknown) => void
}

function SavedRow({ post, tab, dish, near, onError }: RowProps & { post: ListedPost; near: Position | undefined }) {
  const facts = rowFacts(post, near) || post.place_name
  const toPost = { to: paths.post, params: { id: post.id } } as const
  return (
    <li className="saved">
      <Link {...toPost} className="photo" tabIndex={-1} aria-hidden="true">
        <PostImage post={post} sizes="88px" dish={dish} />
      </Link>
      <div className="saved-text">
        <h2>
          <Link {...toPost}>{post.title}</Link>
        </h2>
        {post.hiddenBecause ? <p>숨겨진 글 ·&nbsp;나에게만 보여요</p> : facts && <p>{facts}</p>}
        <OpenNowLabel post={post} />
      </div>
      <RowMark tab={tab} post={post} onError={onError} />
    </li>
  )
}

function RowWithoutPost({ entry, near, ...props }: RowProps & { entry: EntryWithoutPost; near: Position | undefined }) {
  if (entry.shop) return <SavedShop shop={entry.shop} near={near} {...props} />
  return <DeletedPostRow entry={entry} {...props} />
}

/** Row of a shop of public data without posts. */
function SavedShop({ shop, tab, near, onError }: RowProps & { shop: Shop; near: Position | undefined }) {
  const { id, name } = shop
  const toPlace = { to: paths.place, params: { id } } as const
  return (
    <li className="saved saved-shop">
      <Link {...toPlace} className="photo" tabIndex={-1} aria-hidden="true">
        <ShopIcon kind={shop.kind} />
      </Link>
      <div className="saved-text">
        <h2>
          <Link {...toPlace}>{name}</Link>
        </h2>
        <p>{shopFacts(shop, near)}</p>
        <Link
          to={paths.addPost}
          search={{ place: id }}
          className="link saved-place"
          aria-label={`‘${name}’ 첫 글 쓰기`}
          preload={false}
        >
          첫 글 쓰기
        </Link>
      </div>
      {(tab.mark === 'wanted' || tab.mark === 'been') && (
        <SaveMarkButton shape="sign" place={{ id, title: name }} mark={tab.mark} onError={onError} />
      )}
    </li>
  )
}

/** Row of an entry whose post is deleted, with the place's name. */
function DeletedPostRow({ entry, tab, dish = '', onError }: RowProps & { entry: EntryWithoutPost }) {
  const { title, address } = entry
  const name = title ?? '이름 없는 곳'
  const words = factLine(['삭제된 글', address])
  return (
    <li className="saved saved-gone">
      <span className="photo">
        <DishDrawing name={dish} />
      </span>
      <div className="saved-text">
        <h2>{name}</h2>
        <p>{words}</p>
        <PlaceLink className="link saved-place" name={name} place={entry} />
      </div>
      {(tab.mark === 'wanted' || tab.mark === 'been') && (
        <SaveMarkButton shape="sign" post={{ id: entry.post, title: name }} mark={tab.mark} onError={onError} />
      )}
    </li>
  )
}

function RowMark({ tab, post, onError }: Omit<RowProps, 'dish'> & { post: ListedPost }) {
  switch (tab.mark) {
    case 'liked':
      return <LikeButton post={post} onError={onError} />
    case 'mine':
      return <EditLink post={post} />
    default:
      return <SaveMarkButton shape="sign" post={post} mark={tab.mark} onError={onError} />
  }
}
