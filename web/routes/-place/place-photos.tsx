import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { MoreButton } from '../../kit/more-button.tsx'
import { PLACE_PHOTOS, type Place, placePhotosQuery } from '../../places/place-query.ts'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { usePhotoViewer } from '../../posts/photos/use-photo-viewer.tsx'

const MANY = '(min-width:768px) 176px,33vw'
/** Beside the map (`place-page.css`). */
const FEW = '(min-width:1024px) 280px,(min-width:768px) 176px,33vw'

/** The photos of all posts, the newest first. A press shows them in full, each with a link to its post. */
export function PlacePhotos({ place }: { place: Place }) {
  const [isAll, setAll] = useState(false)
  const grid = useRef<HTMLUListElement>(null)
  const list = useInfiniteQuery({ ...placePhotosQuery(useGraphql(), place.id), enabled: isAll })
  const photos = list.data?.pages.flatMap(({ data }) => data) ?? place.photos
  const { linkTo, viewer } = usePhotoViewer({
    photos: photos.map(({ image, image_info, title, post }) => ({
      url: image,
      info: image_info,
      alt: `${title} 사진`,
      post: { id: post, title },
    })),
    linkOf: (index) => grid.current?.children[index]?.querySelector('a'),
  })
  if (photos.length === 0) return null
  return (
    <section aria-label="사진">
      <ul className="place-photos" ref={grid}>
        {photos.map((photo, index) => (
          <li key={photo.image}>
            <Link to={paths.post} params={{ id: photo.post }} className="photo" {...linkTo(index)}>
              <PostImage post={photo} alt={`${photo.title} 사진`} sizes={photos.length < 3 ? FEW : MANY} />
            </Link>
          </li>
        ))}
      </ul>
      {isAll ? (
        <MoreButton list={list} failure="사진을 불러오지 못했어요.">
          사진 더 보기
        </MoreButton>
      ) : (
        place.photos.length === PLACE_PHOTOS && (
          <button type="button" className="btn btn-quiet btn-wide" onClick={() => setAll(true)}>
            사진 더 보기
          </button>
        )
      )}
      {viewer}
    </section>
  )
}
