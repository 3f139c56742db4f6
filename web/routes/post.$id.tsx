import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../accounts/avatar.tsx'
import { Comments } from '../comments/comments.tsx'
import { commentsQuery } from '../comments/comments-query.ts'
import { asNotFound } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { useDeleted } from '../kit/deleted.ts'
import { onDemand } from '../kit/on-demand.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { ShareButton } from '../kit/share-button.tsx'
import { useErrorDialog } from '../kit/use-error-dialog.tsx'
import { HiddenNote } from '../moderation/hidden-note.tsx'
import { ReportButton } from '../moderation/report-button.tsx'
import { siteOf } from '../page-info.ts'
import { PlaceCard } from '../places/place-card.tsx'
import { placePostsQuery } from '../places/place-query.ts'
import { Hours } from '../posts/cards/hours.tsx'
import { LikeButton } from '../posts/cards/like-button.tsx'
import { SaveMarks } from '../posts/cards/save-marks.tsx'
import { PostPending } from '../posts/lists/skeletons.tsx'
import { type Post, postQuery } from '../posts/queries/post-query.ts'
import { usePostState } from '../reader/reader-store.ts'
import { PostNotFound } from './-not-found.tsx'
import { CollectButton, Facts, PlacePosts } from './-post/post-parts.tsx'
import { PostPhotos } from './-post/post-photos.tsx'

export const Route = createFileRoute('/post/$id')({
  loader: async ({ context: { queryClient, graphql }, params: { id } }) => {
    const beside = Promise.all([
      queryClient.prefetchQuery(placePostsQuery(graphql, id)),
      queryClient.prefetchInfiniteQuery(commentsQuery(graphql, id)),
    ])
    // A query still pending when the page is sent would fail unhandled in the browser.
    const [post] = await Promise.allSettled([queryClient.ensureQueryData(postQuery(graphql, id)), beside])
    if (post.status === 'rejected') asNotFound(post.reason)
  },
  head: async ({ match, matches, params }) => {
    const post = match.context.queryClient.getQueryData<Post>(['post', params.id])
    const { postHead } = await import('./-heads.ts')
    return postHead(siteOf(matches), post, match.error)
  },
  pendingComponent: PostPending,
  component: PostDetail,
  notFoundComponent: PostNotFound,
})

const DeleteDialog = onDemand(async () => (await import('../posts/cards/delete-dialog.tsx')).DeleteDialog)

/** Whoever returns to a post that they are deleting does not see it; the screen on which it is deleted stays until it is left. */
function PostDetail() {
  const { id } = Route.useParams()
  const isDeleted = useDeleted().has(`post ${id}`)
  const [opened, setOpened] = useState({ id, isDeleted })
  if (opened.id !== id) setOpened({ id, isDeleted })
  return opened.isDeleted && isDeleted ? <PostNotFound /> : <Detail id={id} />
}

/** A post, its place, and other posts about that place. */
function Detail({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(postQuery(useGraphql(), id))
  return (
    <div className="wrap detail">
      <article>
        <HiddenNote reason={post.hiddenBecause} />
        <PostPhotos key={id} post={post} />
        <div className="detail-head">
          <h1>{post.title}</h1>
          <OwnTools post={post} />
          <Report post={post} />
        </div>
        <Hours post={post} />
        <Facts post={post} />
        <div className="byline by">
          <Avatar name={post.username} image={post.user_profile} />
          <div className="who">
            <Link to={paths.author} params={{ handle: post.user_id }}>
              {post.username}
            </Link>
            <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
          </div>
        </div>
        <Story text={post.contents} />
        <Actions post={post} />
      </article>
      <aside className="detail-side">
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

function Actions({ post }: { post: Post }) {
  const { showError, errorDialog } = useErrorDialog()
  return (
    <div className="detail-actions">
      <div className="detail-marks">
        <LikeButton post={post} shape="detail" onError={showError} />
        <SaveMarks post={post} onError={showError} />
      </div>
      <CollectButton post={post} />
      <ShareButton title={post.title} />
      {errorDialog}
    </div>
  )
}

function Report({ post: { id } }: { post: Post }) {
  return !usePostState(id).mine && <ReportButton target={{ kind: 'post', id }} />
}

function OwnTools({ post }: { post: Post }) {
  const { mine } = usePostState(post.id)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  // On every page, hidden, so that they are right at the first paint.
  return (
    <div className="own-tools" data-post={post.id} hidden={!mine} suppressHydrationWarning>
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
        <PageIcon name="trash" />
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
