import Ban from 'virtual:icon/ban'
import MapIcon from 'virtual:icon/map'
import NotebookText from 'virtual:icon/notebook-text'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useHydrated, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatMonth } from '#rules/ago.ts'
import { paths } from '#rules/paths.ts'
import { FollowButton, useIs } from '../../authors/follow-button.tsx'
import { type Author, authorQuery, blockUser, forgetHidden } from '../../authors/people.ts'
import { useGraphql } from '../../graphql.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { ShareButton } from '../../kit/share-button.tsx'
import { toast } from '../../kit/toast.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import { PublicCollections } from '../../posts/collections/collection-card.tsx'
import { FilterNote, Filters, NothingPassed } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { isFiltered, listParams } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { authorListQuery } from '../../posts/queries/posts-query.ts'
import { useViewer } from '../../reader/reader-store.ts'
import { useRouterContext } from '../../router-context.ts'
import '../../authors/people.css'
import './author-page.css'

const route = getRouteApi('/u/$handle')

const ConfirmDialog = onDemand(async () => (await import('../../kit/confirm-dialog.tsx')).ConfirmDialog)
const AuthorMap = lazy(async () => ({ default: (await import('./author-map.tsx')).AuthorMap }))

/** A member as others see them: who they are, their posts, and where these are. */
export function AuthorPage() {
  const { handle } = route.useParams()
  const { data: author } = useSuspenseQuery(authorQuery(useGraphql(), handle))
  const isMap = route.useSearch().view === 'map'
  const hydrated = useHydrated()
  return (
    <div className="wrap">
      <AuthorHead author={author} />
      {!isMap && <PublicCollections handle={handle} />}
      <nav className="author-tabs" aria-label={`${author.username}님의 맛집`}>
        <Tab view={undefined} isShown={!isMap} icon={NotebookText}>
          글 <span className="num">{number(author.posts)}</span>
        </Tab>
        <Tab view="map" isShown={isMap} icon={MapIcon}>
          지도
        </Tab>
      </nav>
      {isMap ? (
        <Suspense fallback={<div className="author-map" />}>
          {hydrated ? <AuthorMap key={handle} author={author} /> : <div className="author-map" />}
        </Suspense>
      ) : (
        <AuthorPosts author={author} />
      )}
    </div>
  )
}

function AuthorHead({ author }: { author: Author }) {
  const { handle, username, image, about, since } = author
  return (
    <section className="author-head" aria-label="이웃 소개">
      <Avatar name={username} image={image} size="l" />
      <div className="author-name">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          {username}
        </h1>
        <p>{formatMonth(since)}부터 함께해요</p>
      </div>
      {about && <p className="author-about">{about}</p>}
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
      <div className="author-actions" {...useIs(handle)}>
        <FollowButton handle={handle} username={username} />
        <Link to={paths.profile} className="btn btn-outline author-own">
          프로필 고치기
        </Link>
        <Link to={paths.people} params={{ list: 'followers' }} className="btn btn-outline author-own">
          내 이웃
        </Link>
        <ShareButton title={username} />
        <BlockButton author={author} />
        <ReportButton target={{ kind: 'author', id: handle }} className="btn btn-quiet author-block" />
      </div>
    </section>
  )
}

/** Says what a block does, and blocks. */
function BlockButton({ author: { handle, username } }: { author: Author }) {
  const [asking, setAsking] = useState(false)
  const context = useRouterContext()
  const navigate = useNavigate()
  const block = async () => {
    await blockUser(context, handle, true)
    setAsking(false)
    toast(`${username}님을 차단했어요. 프로필의 ‘내 이웃’에서 풀 수 있어요.`, { isForNextPage: true })
    await navigate({ to: paths.home, replace: true })
    forgetHidden(context)
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet author-block for-members"
        aria-label={`${username}님 차단하기`}
        onPointerEnter={ConfirmDialog.preload}
        onClick={() => setAsking(true)}
      >
        <Ban className="icon" />
      </button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        icon={Ban}
        tone="bad"
        title={`${username}님을 차단할까요?`}
        description="서로의 글과 댓글, 소개가 보이지 않고, 서로 팔로우하던 것도 풀려요. 상대에게는 알리지 않아요."
        labels={{ confirm: '차단하기', busy: '차단하는 중…' }}
        onConfirm={block}
      />
    </>
  )
}

type TabProps = { view: 'map' | undefined; isShown: boolean; icon: typeof MapIcon; children: React.ReactNode }

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
  const query = authorListQuery(useGraphql(), handle, list)
  return (
    <>
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
        empty={isFiltered(list) ? <NothingPassed search={search} /> : <NoPosts handle={handle} />}
      />
    </>
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
