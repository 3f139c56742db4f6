import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { toSeoulTime } from '#rules/dates.ts'
import { objectParticle } from '#rules/particles.ts'
import { paths } from '#rules/paths.ts'
import { Facts } from '../../kit/facts.tsx'
import { BookOpen } from '../../kit/icons.gen.ts'
import { useNow } from '../../page-info.ts'
import type { Place } from '../../places/place-query.ts'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { usePhotoViewer } from '../../posts/photos/use-photo-viewer.tsx'

/** Dishes, each with its price in the newest post that gives one, and photos of the menu. */
export function PlaceMenu({ place }: { place: Place }) {
  const { dishes, menus } = place
  if (dishes.length === 0 && menus.length === 0) return null
  return (
    <section className="place-section" aria-labelledby="place-menu">
      <div className="section-head">
        <h2 id="place-menu">메뉴</h2>
        {dishes.some(({ price }) => price !== null) && <p className="place-said">이웃이 알려 준 가격</p>}
      </div>
      <Dishes place={place} />
      <MenuPhotos menus={menus} />
    </section>
  )
}

function Dishes({ place: { dishes, dish_people } }: { place: Place }) {
  const [first] = dishes
  if (!first) return null
  return (
    <>
      <dl className="dishes">
        {dishes.map(({ name, price, month }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {price !== null && `${price.toLocaleString('ko')}원`}
              {month !== null && (
                <>
                  {' '}
                  <Month month={month} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {first.count > 1 && (
        <p className="place-said num">
          <Facts
            facts={[
              `${first.name}${objectParticle(first.name)} 가장 많이 먹었어요`,
              `${dish_people}명 중 ${first.count}명`,
            ]}
          />
        </p>
      )}
    </>
  )
}

/** Month in which a price was given: '11월', or of an earlier year '2025년 11월'. */
function Month({ month }: { month: string }) {
  const [year, number] = month.split('-').map(Number)
  const isOfYear = toSeoulTime(useNow()).getUTCFullYear() === year
  return (
    <time dateTime={month} className="place-said">
      {!isOfYear && `${year}년 `}
      {number}월
    </time>
  )
}

function MenuPhotos({ menus }: Pick<Place, 'menus'>) {
  const list = useRef<HTMLUListElement>(null)
  const { linkTo, viewer } = usePhotoViewer({
    photos: menus.map(({ image, image_info, title, post }) => ({
      url: image,
      info: image_info,
      alt: `${title} 메뉴판`,
      post: { id: post, title },
    })),
    linkOf: (index) => list.current?.children[index]?.querySelector('a'),
  })
  if (menus.length === 0) return null
  return (
    <>
      <ul className="place-menus" aria-label="메뉴판 사진" ref={list}>
        {menus.map((photo, index) => (
          <li key={photo.image}>
            <Link to={paths.post} params={{ id: photo.post }} className="photo" {...linkTo(index)}>
              <PostImage post={photo} alt={`${photo.title} 메뉴판`} sizes="(min-width:768px) 320px,50vw" />
              <span className="photo-note num">
                <BookOpen className="icon icon-s" />
                <span>
                  {index === 0 && '메뉴판 ·\u00a0'}
                  <Month month={photo.month} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  )
}
