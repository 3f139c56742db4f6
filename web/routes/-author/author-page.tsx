import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useHydrated, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatMonth } from '#rules/ago.ts'
import { paths } from '#rules/paths.ts'
import { tastesText } from '#rules/tastes.ts'
import { FollowButton, SimilarTasteNote, useAuthorAttributes } from '../../authors/follow-button.tsx'
import { type Author, authorQuery } from '../../authors/people.ts'
import { useGraphql } from '../../graphql.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Ban, Flag, Layers, Map as MapIcon, NotebookText } from '../../kit/icons.gen.ts'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { ShareButton } from '../../kit/share-button.tsx'
import { ReportDialog } from '../../moderation/report-button.tsx'
import { CollectionStrip, usePublicCollections } from '../../posts/collections/collection-card.tsx'
import { FilterNote, Filters, NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { isFiltered, listParams } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { authorPostsQuery } from '../../posts/queries/posts-query.ts'
import { useAuthor, useAuthorState, useViewer } from '../../store/use-store.ts'
import '../../authors/people.css'
import './author-page.css'

const route = getRouteApi('/u/$handle')

const BlockDialog = onDemand(async () => (await import('../../authors/block-dialog.tsx')).BlockDialog)
const AuthorMap = lazy(async () => ({ default: (await import('./author-map.tsx')).AuthorMap }))

export function AuthorPage() {
  const { handle } = route.useParams()
  const author = useAuthor(useSuspenseQuery(authorQuery(useGraphql(), handle)).data)
  const { view } = route.useSearch()
  const collections = usePublicCollections(handle)
  return (
    <div className="wrap author" data-view={view}>
      <AuthorHead author={author} />
      <nav className="author-tabs" aria-label={`${author.username}님의 맛집`}>
        <Tab view={undefined} isShown={!view} icon={NotebookText}>
          글 <span className="num">{number(author.posts)}</span>
        </Tab>
        <Tab view="map" isShown={view === 'map'} icon={MapIcon}>
          지도
        </Tab>
        <Tab view="collections" isShown={view === 'collections'} icon={Layers}>
          모음 <span className="num">{collections.length}</span>
        </Tab>
      </nav>
      {view === 'map' ? (
        <AuthorPlaces author={author} />
      ) : view === 'collections' ? (
        <AuthorCollections collections={collections} />
      ) : (
        <AuthorPosts author={author} />
      )}
    </div>
  )
}

function AuthorPlaces({ author }: { author: Author }) {
  const waiting = <div className="author-map" />
  if (!useHydrated()) return waiting
  return (
    <Suspense fallback={waiting}>
      <AuthorMap key={author.handle} author={author} />
    </Suspense>
  )
}

function AuthorCollections({ collections }: { collections: ReturnType<typeof usePublicCollections> }) {
  if (collections.length > 0) return <CollectionStrip collections={collections} isGrid />
  return (
    <div className="author-empty">
      <EmptyState art="album" inFeed title="공개한 모음이 없어요">
        {null}
      </EmptyState>
    </div>
  )
}

function AuthorHead({ author }: { author: Author }) {
  const { handle, username, image, about, tastes, since } = author
  const { alike } = useAuthorState(handle)
  return (
    <section className="author-head" aria-label="이웃 소개" {...useAuthorAttributes(handle)}>
      <Avatar name={username} image={image} size="l" />
      <div className="author-name">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          {username}
        </h1>
        <p>{formatMonth(since)}부터 함께해요</p>
        {alike && <SimilarTasteNote />}
      </div>
      <AuthorMenu author={author} />
      {about && <p className="author-about">{about}</p>}
      {tastes.length > 0 && <p className="author-about">{tastesText(tastes)}</p>}
      <dl className="author-numbers">
        {(
          [
            ['글', author.posts],
            ['받은 좋아요', author.likesReceived],
            ['팔로워', author.followers],
            ['팔로잉', author.following],
          ] as const
        ).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{number(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="author-actions">
        <FollowButton handle={handle} username={username} />
        <Link to={paths.profile} className="btn btn-outline author-own">
          프로필 수정
        </Link>
        <Link to={paths.people} params={{ list: 'followers' }} className="btn btn-outline author-own">
          내 이웃
        </Link>
        <ShareButton title={username} className="btn btn-quiet author-share" />
      </div>
    </section>
  )
}

function AuthorMenu({ author: { handle, username } }: { author: Author }) {
  const [asking, setAsking] = useState<'block' | 'report' | null>(null)
  const navigate = useNavigate()
  const close = () => setAsking(null)
  return (
    <>
      <MoreMenu
        className="author-menu for-members"
        label={`${username}님 메뉴`}
        entries={[
          { label: '차단하기', icon: <Ban className="icon" />, onChoose: () => setAsking('block') },
          { label: '신고하기', icon: <Flag className="icon" />, onChoose: () => setAsking('report') },
        ]}
      />
      <BlockDialog open={asking === 'block'} onClose={close} author={{ handle, username }} />
      <ReportDialog
        open={asking === 'report'}
        onClose={close}
        target={{ kind: 'author', id: handle }}
        onReported={() => void navigate({ to: paths.home, replace: true })}
      />
    </>
  )
}

type TabProps = {
  view: 'map' | 'collections' | undefined
  isShown: boolean
  icon: typeof MapIcon
  children: React.ReactNode
}

function Tab({ view, isShown, icon: Icon, children }: TabProps) {
  return (
    <Link
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, view })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
    >
      <Icon className="icon icon-s" />
      <span>{children}</span>
    </Link>
  )
}

function AuthorPosts({ author: { handle, posts } }: { author: Author }) {
  const search = route.useSearch()
  const list = listParams(search)
  const query = authorPostsQuery(useGraphql(), handle, list)
  return (
    <div className="author-posts">
      {posts > 0 && (
        <div className="feed-tools author-tools">
          <SortMenu sort={list.sort} />
          <Filters search={search} />
        </div>
      )}
      <FilterNote search={search} query={query} />
      <PostList
        key={handle}
        query={query}
        page={list.page ?? 1}
        empty={isFiltered(list) ? <NoMatchingPosts search={search} /> : <NoPosts handle={handle} />}
      />
    </div>
  )
}

function NoPosts({ handle }: { handle: string }) {
  const isOwn = useViewer()?.jwt === handle
  return (
    <div className="author-empty">
      <EmptyState inFeed title="아직 나눈 맛집이 없어요">
        {isOwn && (
          <Link to={paths.addPost} className="btn btn-primary">
            글쓰기
          </Link>
        )}
      </EmptyState>
    </div>
  )
}

function number(count: number): string {
  return count.toLocaleString('ko-KR')
}
