import { Link, useHydrated } from '@tanstack/react-router'
import { foodKinds } from '#rules/food-kinds.ts'
import { locationLabel } from '#rules/location-text.ts'
import type { NearPosition } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useWithoutDeleted } from '../../kit/deleted.ts'
import { toast } from '../../kit/toast.ts'
import { OpenNow } from '../../posts/cards/mini-post.tsx'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { SaveMark } from '../../posts/cards/save-marks.tsx'
import type { ListedPost } from '../../posts/queries/list-query.ts'

type StripProps = { posts: readonly ListedPost[]; near: NearPosition | null }

/** Posts side by side, with the distance from a position. */
export function PostStrip({ posts, near }: StripProps) {
  const hydrated = useHydrated()
  return (
    <ul className="strip">
      {useWithoutDeleted(posts).map((post) => (
        <li key={post.id} className="strip-card">
          <div className="photo">
            <PostImage post={post} sizes="168px" />
            {hydrated && <SaveMark isSign post={post} mark="wanted" onError={(error) => toast(sentenceOf(error))} />}
          </div>
          <h3>
            <Link to={paths.post} params={{ id: post.id }}>
              {post.title}
            </Link>
          </h3>
          <p>{[post.kind && foodKinds[post.kind], near && locationLabel(post, near)].filter(Boolean).join(' · ')}</p>
          <OpenNow post={post} />
        </li>
      ))}
    </ul>
  )
}
