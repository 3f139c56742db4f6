import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { factLine } from '#rules/fact-line.ts'
import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import { locationLabel } from '#rules/location-text.ts'
import { parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { useIsRowView } from '../../kit/card-view.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { usePostState } from '../../store/use-store.ts'
import type { ListedPost } from '../queries/list-query.ts'
import { HoursRow } from './hours.tsx'
import { LikeButton, SaveMarkButtons } from './mark-buttons.tsx'
import { PostImage } from './post-image.tsx'
import { rowFacts } from './row-facts.ts'

/**
 * `sizes` of the photos, accurate to 5 %, and short because every card contains it. On phones it is 4 % too small, so that
 * some load half the bytes.
 */
const SIZES = '(min-width:1024px) min(30vw,384px),(min-width:600px) 47vw,88vw'

type PostCardProps = {
  post: ListedPost
  show?: ((text: string) => ReactNode) | undefined
  /** The position in the list's URL, from which distances are shown. */
  near?: string | undefined
  /** Name of the drawing to show without a photo. */
  dish?: string | undefined
  eager?: boolean
  hasMarks?: boolean
  onDelete: (post: ListedPost) => void
  onError: (error: unknown) => void
}

export const PostCard = memo(function PostCard({
  post,
  show = asIs,
  near,
  dish,
  eager = false,
  hasMarks = true,
  onDelete,
  onError,
}: PostCardProps) {
  const rows = useIsRowView()
  const from = parseNear(near)
  const where = from ? locationLabel(post, from) : post.address
  const { kind, price } = post
  // In one chip, so that a price never stands alone in a second row.
  const facts = factLine([kind && foodKinds[kind], price && priceRanges[price]])
  // A photo moves to the post's page (card.css); a drawing is another one there.
  const toPost = { to: paths.post, params: { id: post.id }, viewTransition: post.image !== null } as const
  return (
    <article className="card">
      <Link
        {...toPost}
        className="photo"
        tabIndex={-1}
        aria-hidden="true"
        data-photos={post.image_count > 1 ? post.image_count : undefined}
      >
        <PostImage post={post} sizes={SIZES} eager={eager} dish={dish} />
      </Link>
      <div className="card-body">
        <div className="title-row">
          <h2>
            <Link {...toPost}>{show(post.title)}</Link>
          </h2>
          <LikeButton post={post} onError={onError} />
        </div>
        {rows && <p className="card-facts">{rowFacts(post, from)}</p>}
        <HoursRow post={post}>{facts && <span className="tag">{facts}</span>}</HoursRow>
        {where && (
          <p className="address">
            <PageIcon name="map-pin" className="icon icon-s" />
            <span>{show(where)}</span>
          </p>
        )}
        <p className="description">{show(post.contents)}</p>
      </div>
      <div className="card-foot">
        <Link
          {...toPost}
          hash="comments"
          className="card-comments"
          aria-label={`‘${post.title}’ 댓글 ${post.comments}`}
        >
          {post.comments}
        </Link>
        {hasMarks && <SaveMarkButtons post={post} onError={onError} />}
      </div>
      {/* Shown at the top but last in the document, because the title says what the rest and the tools are about. */}
      <footer className="card-head">
        <Byline post={post} />
        <OwnTools post={post} onDelete={onDelete} />
      </footer>
    </article>
  )
})

const asIs = (text: string) => text

type BylineProps = {
  post: Pick<ListedPost, 'user_id' | 'username' | 'user_profile' | 'createdAt'>
  className?: string
}

export function Byline({ post, className = 'by' }: BylineProps) {
  return (
    <div className={className}>
      <Avatar name={post.username} image={post.user_profile} />
      <div className="who">
        <Link to={paths.author} params={{ handle: post.user_id }}>
          {post.username}
        </Link>
        <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
      </div>
    </div>
  )
}

export function EditLink({ post }: { post: { id: string; title: string } }) {
  return (
    <Link
      to={paths.editPost}
      params={{ id: post.id }}
      className="icon-btn icon-btn-quiet"
      aria-label={`‘${post.title}’ 글 수정`}
    >
      <PageIcon name="pencil" />
    </Link>
  )
}

function OwnTools({ post, onDelete }: Pick<PostCardProps, 'post' | 'onDelete'>) {
  if (!usePostState(post.id).mine) return null
  return (
    <div className="own-tools">
      <EditLink post={post} />
      <button
        type="button"
        className="icon-btn icon-btn-quiet"
        aria-label={`‘${post.title}’ 글 삭제`}
        onClick={() => onDelete(post)}
      >
        <PageIcon name="trash-2" />
      </button>
    </div>
  )
}
