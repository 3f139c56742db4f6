import ChevronRight from 'virtual:icon/chevron-right'
import { Link } from '@tanstack/react-router'
import { locationLabel } from '#rules/location-text.ts'
import type { NearPosition } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { PLACE_ZOOM } from '../../places/map/provider.ts'
import { LikeButton } from '../../posts/cards/like-button.tsx'
import { OpenNow } from '../../posts/cards/mini-post.tsx'
import { Dish, PostImage } from '../../posts/cards/post-image.tsx'
import { SaveMark } from '../../posts/cards/save-marks.tsx'
import type { ListedPost } from '../../posts/queries/list-query.ts'
import type { GoneEntry } from './saved-queries.ts'
import type { Tab } from './tabs.ts'

type RowProps = {
  tab: Tab
  /** Its drawing, if it has no photo. */
  dish: string | undefined
  onError: (error: unknown) => void
}

export function SavedRow({
  post,
  tab,
  dish,
  near,
  onError,
}: RowProps & { post: ListedPost; near: NearPosition | undefined }) {
  const where = near ? locationLabel(post, near) : (post.address ?? post.place_name)
  const toPost = { to: paths.post, params: { id: post.id } } as const
  return (
    <li className="kept">
      <Link {...toPost} className="photo" tabIndex={-1} aria-hidden="true">
        <PostImage post={post} sizes="88px" dish={dish} />
      </Link>
      <div className="kept-text">
        <h2>
          <Link {...toPost}>{post.title}</Link>
        </h2>
        {where && <p>{where}</p>}
        <OpenNow post={post} />
      </div>
      <RowMark tab={tab} post={post} onError={onError} />
    </li>
  )
}

/** An entry whose post is gone keeps its row, with the name of the place. */
export function GoneRow({ entry, tab, dish = '', onError }: RowProps & { entry: GoneEntry }) {
  const { title, address, lat, lng, place_id } = entry
  const name = title ?? '이름 없는 곳'
  const words = ['지워진 글', address].filter(Boolean).join(' · ')
  return (
    <li className="kept kept-gone">
      <span className="photo">
        <Dish name={dish} />
      </span>
      <div className="kept-text">
        <h2>{name}</h2>
        <p>{words}</p>
        {place_id ? (
          <Link
            to={paths.place}
            params={{ id: place_id }}
            className="link kept-place"
            aria-label={`‘${name}’ 장소 보기`}
          >
            장소 보기
            <ChevronRight className="icon icon-s" />
          </Link>
        ) : (
          lat !== null &&
          lng !== null && (
            <Link
              to={paths.map}
              search={{ lat, lng, zoom: PLACE_ZOOM }}
              className="link kept-place"
              aria-label={`‘${name}’ 장소 보기`}
            >
              장소 보기
              <ChevronRight className="icon icon-s" />
            </Link>
          )
        )}
      </div>
      {(tab.mark === 'wanted' || tab.mark === 'been') && (
        <SaveMark isSign post={{ id: entry.post, title: name }} mark={tab.mark} onError={onError} />
      )}
    </li>
  )
}

function RowMark({ tab, post, onError }: Omit<RowProps, 'dish'> & { post: ListedPost }) {
  switch (tab.mark) {
    case 'liked':
      return <LikeButton post={post} onError={onError} />
    case 'mine':
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
    default:
      return <SaveMark isSign post={post} mark={tab.mark} onError={onError} />
  }
}
