import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { closedDaysText } from '#rules/fact-labels.ts'
import { foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { FollowButton, useAuthorAttributes } from '../authors/follow-button.tsx'
import { Comments } from '../comments/comments.tsx'
import { commentsQuery } from '../comments/comments-query.ts'
import { rethrowAsNotFound } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { onDemand, useErrorDialog } from '../kit/on-demand.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { ShareButton } from '../kit/share-button.tsx'
import { HiddenNotice } from '../moderation/report-button.tsx'
import { siteOf } from '../page-info.ts'
import { PostHours } from '../places/hours/post-hours.tsx'
import { CallLink, Directions, PlaceCard } from '../places/place-card.tsx'
import { placeOf, samePlacePostsQuery } from '../places/place-query.ts'
import { VerdictLine } from '../places/verdict.tsx'
import { HoursRow } from '../posts/cards/hours.tsx'
import { LikeButton, SaveMarkButton } from '../posts/cards/mark-buttons.tsx'
import { MiniPost } from '../posts/cards/mini-post.tsx'
import { Byline } from '../posts/cards/post-card.tsx'
import { drawingsOf } from '../posts/cards/post-image.tsx'
import { CollectButton } from '../posts/collections/collect-button.tsx'
import { PostPending } from '../posts/lists/skeletons.tsx'
import { type Post, postQuery } from '../posts/queries/post-query.ts'
import { rememberSeenPlace } from '../storage/seen-places.ts'
import type { Ref } from '../store/store.ts'
import { useDeletedNames, usePost, usePostState, usePosts } from '../store/use-store.ts'
import { PostNotFound } from './-not-found.tsx'
import { PostMenu } from './-post/post-menu.tsx'
import { PostPhotos } from './-post/post-photos.tsx'

export const Route = createFileRoute('/post/$id')({
  loader: async ({ context: { queryClient, graphql }, params: { id } }) => {
    const beside = Promise.all([
      queryClient.prefetchQuery(samePlacePostsQuery(graphql, id)),
      queryClient.prefetchInfiniteQuery(commentsQuery(graphql, id)),
    ])
    // Waits for all: a query that is still pending when the page is sent would fail unhandled in the browser.
    const [post] = await Promise.allSettled([queryClient.ensureQueryData(postQuery(graphql, id)), beside])
    if (post.status === 'rejected') rethrowAsNotFound(post.reason)
  },
  head: async ({ match, params }) => {
    const { queryClient, store } = match.context
    const post = store.get('post', queryClient.getQueryData<Ref<Post>>(['post', params.id]))
    const { postHead } = await import('./-heads.ts')
    return postHead(siteOf(match), post, match.error)
  },
  pendingComponent: PostPending,
  component: PostDetail,
  notFoundComponent: PostNotFound,
})

const DeleteDialog = onDemand(async () => (await import('../posts/cards/delete-dialog.tsx')).DeleteDialog)

/** The post's page; not found if the reader returns to a post while it is being deleted. The page on which they delete it stays. */
function PostDetail() {
  const { id } = Route.useParams()
  const isDeleted = useDeletedNames().has(`post ${id}`)
  const [opened, setOpened] = useState({ id, isDeleted })
  if (opened.id !== id) setOpened({ id, isDeleted })
  return opened.isDeleted && isDeleted ? <PostNotFound /> : <Detail id={id} />
}

function Detail({ id }: { id: string }) {
  const post = usePost(useSuspenseQuery(postQuery(useGraphql(), id)).data)
  const { mine } = usePostState(id)
  const { place_id: place } = post
  useEffect(() => rememberSeenPlace({ post: id, place }), [id, place])
  return (
    <div className="wrap detail" data-post={id} data-is={mine ? 'own' : undefined} suppressHydrationWarning>
      <article>
        <HiddenNotice reason={post.hiddenBecause} />
        <PostPhotos key={id} post={post} />
        <div className="detail-head">
          <h1>{post.title}</h1>
          <OwnTools post={post} />
          <PostMenu post={post} />
        </div>
        <HoursRow post={post} />
        <Facts post={post} />
        <Acts post={post} />
        <VerdictLine place={post.place_id} verdict={post.verdict} />
        <Dishes post={post} />
        <Author post={post} />
        <Story text={post.contents} />
        <Marks post={post} />
      </article>
      <aside className="detail-side">
        <PostHours post={post} />
        <PlaceCard post={post} />
        <PlacePosts id={id} placeId={post.place_id} />
      </aside>
      <Comments post={post} />
    </div>
  )
}

function Story({ text }: { text: string }) {
  return (
    <div className="story">
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's paragraphs have no other name
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

function Facts({ post: { kind, price, traits, closed_on } }: { post: Post }) {
  const facts = [
    kind && foodKinds[kind],
    price && priceRanges[price],
    ...traits.map((trait) => placeTraits[trait]),
    closedDaysText(closed_on),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul className="fact-line" aria-label="장소 정보">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function Acts({ post }: { post: Post }) {
  const place = placeOf(post)
  const { showError, errorDialog } = useErrorDialog()
  return (
    <div className="acts">
      <CallLink telephone={post.telephone} />
      {place && <Directions place={place} />}
      <SaveMarkButton shape="act" mark="wanted" post={post} onError={showError} />
      <ShareButton title={post.title} className="act" label="공유" />
      {errorDialog}
    </div>
  )
}

function Dishes({ post: { dishes } }: { post: Post }) {
  if (dishes.length === 0) return null
  return (
    <dl className="dishes" aria-label="먹은 것">
      {dishes.map(({ name, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two dishes may have the same name
        <div key={index}>
          <dt>{name}</dt>
          <dd>{typeof price === 'number' && `${price.toLocaleString('ko')}원`}</dd>
        </div>
      ))}
    </dl>
  )
}

function Author({ post }: { post: Post }) {
  return (
    <div className="byline" {...useAuthorAttributes(post.user_id)}>
      <Byline post={post} />
      <FollowButton handle={post.user_id} username={post.username} className="btn btn-outline btn-small" />
    </div>
  )
}

function Marks({ post }: { post: Post }) {
  const { showError, errorDialog } = useErrorDialog()
  return (
    <div className="detail-marks">
      <LikeButton post={post} shape="detail" onError={showError} />
      <SaveMarkButton mark="been" post={post} onError={showError} />
      <CollectButton target={`post ${post.id}`} title={post.title} className="mark" />
      {errorDialog}
    </div>
  )
}

function OwnTools({ post }: { post: Post }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <div className="own-tools for-author">
      <Link to={paths.editPost} params={{ id: post.id }} className="icon-btn icon-btn-quiet" aria-label="글 수정">
        <PageIcon name="pencil" />
      </Link>
      <button
        type="button"
        className="icon-btn icon-btn-quiet"
        aria-label="글 삭제"
        onPointerEnter={DeleteDialog.preload}
        onClick={() => setAsking(true)}
      >
        <PageIcon name="trash-2" />
      </button>
      <DeleteDialog
        open={asking}
        post={post}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate({ to: paths.home, replace: true })}
      />
    </div>
  )
}

function PlacePosts({ id, placeId }: { id: string; placeId: string | null }) {
  const { data } = useQuery(samePlacePostsQuery(useGraphql(), id))
  const posts = usePosts(data ?? [])
  if (!posts.length) return null
  const drawn = drawingsOf(posts)
  return (
    <section className="place-posts" aria-labelledby="place-posts">
      <div className="section-head">
        <h2 id="place-posts">이 장소의 다른 글</h2>
        {placeId && (
          <Link to={paths.place} params={{ id: placeId }} className="link link-quiet">
            모두 보기
          </Link>
        )}
      </div>
      <ul>
        {posts.map((post, index) => (
          <li key={post.id}>
            <MiniPost post={post} story={post.contents} dish={drawn[index]} meta={<span>{post.username}</span>} />
          </li>
        ))}
      </ul>
    </section>
  )
}
