import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { ShareButton } from '../../kit/share-button.tsx'
import { Directions, PlaceMap, PlaceRows } from '../../places/place-card.tsx'
import { type Place, placeQuery } from '../../places/place-query.ts'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { listParams } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { placeListQuery } from '../../posts/queries/posts-query.ts'
import { PlaceNotFound } from '../-not-found.tsx'

const route = getRouteApi('/place/$id')

/** A place and every post about it. */
export function PlacePage() {
  const { id } = route.useParams()
  const list = listParams(route.useSearch())
  const graphql = useGraphql()
  const { data: place } = useSuspenseQuery(placeQuery(graphql, id))
  return (
    <div className="wrap">
      <PlaceHead place={place} />
      <PlacePhotos place={place} />
      <div className="feed-head feed-head-section">
        <h2 id={FEED_TITLE_ID} tabIndex={-1}>
          이 장소의 글 <span className="num">{place.count.toLocaleString('ko-KR')}</span>
        </h2>
        <div className="feed-tools">
          <SortMenu sort={list.sort} />
        </div>
      </div>
      <PostList key={id} query={placeListQuery(graphql, id, list)} page={list.page ?? 1} empty={<PlaceNotFound />} />
    </div>
  )
}

function PlaceHead({ place }: { place: Place }) {
  return (
    <div className="place-head">
      <div>
        <h1>{place.name}</h1>
        <p className="place-likes num">좋아요 {place.like.toLocaleString('ko-KR')}개</p>
        <PlaceRows place={place} areas={place.areas} />
        <div className="place-actions">
          <Directions place={place} />
          <ShareButton title={place.name} />
        </div>
      </div>
      <PlaceMap place={place} />
    </div>
  )
}

/** The pictures of all posts in one row, each of which leads to its post. */
function PlacePhotos({ place: { photos } }: { place: Place }) {
  if (photos.length === 0) return null
  return (
    <section aria-label="사진">
      <ul className="place-photos">
        {photos.map((photo) => (
          <li key={photo.post}>
            <Link to={paths.post} params={{ id: photo.post }} className="photo">
              <PostImage post={photo} alt={`${photo.title} 사진`} sizes="176px" square />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
