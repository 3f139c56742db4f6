import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { closedDaysText } from '#rules/fact-labels.ts'
import { hoursRangeText } from '#rules/hours.ts'
import { paths } from '#rules/paths.ts'
import { telephoneLink } from '#rules/telephone-links.ts'
import { DropDown } from '../kit/drop-down.tsx'
import { Facts } from '../kit/facts.tsx'
import { ChevronRight, Clock, Copy, Navigation, Phone } from '../kit/icons.gen.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import { copyText } from '../kit/share-button.tsx'
import { useOpenState } from '../posts/cards/hours.tsx'
import type { Post } from '../posts/queries/post-query.ts'
import { AreaCrumbs } from './areas.tsx'
import { MapBox } from './map/map-box.tsx'
import { PLACE_ZOOM } from './map/provider.ts'
import { mapLinks, type PlaceInfo, placeOf } from './place-query.ts'

export function PlaceCard({ post }: { post: Post }) {
  const place = placeOf(post)
  if (!place) return null
  const { place_id } = post
  return (
    <section className="place" aria-label="장소">
      <PlaceMap place={place} />
      <div className="place-text">
        <h2>
          {place_id ? (
            <Link to={paths.place} params={{ id: place_id }}>
              {place.name}
              <ChevronRight className="icon icon-s" />
            </Link>
          ) : (
            place.name
          )}
        </h2>
        <PlaceRows place={place} areas={post.areas}>
          <PlaceHours place={place} />
        </PlaceRows>
        {post.been_count > 0 && (
          <p className="place-row" data-mark="been">
            <span className="sign" />
            <span className="num">다녀왔어요 {post.been_count.toLocaleString('ko-KR')}명</span>
          </p>
        )}
      </div>
    </section>
  )
}

type PlaceRowsProps = {
  place: PlaceInfo
  areas: readonly { name: string; path: string }[]
  /** Further rows before the areas. */
  children?: ReactNode
}

export function PlaceRows({ place, areas, children }: PlaceRowsProps) {
  const { address, telephone } = place
  const crumbs = areas.length > 0 && <AreaCrumbs areas={areas} />
  return (
    <>
      {!address && crumbs && (
        <div className="place-row">
          <PageIcon name="map-pin" className="icon icon-s" />
          {crumbs}
        </div>
      )}
      {address && (
        <p className="place-row">
          <PageIcon name="map-pin" className="icon icon-s" />
          <span>{address}</span>
          <button
            type="button"
            className="icon-btn icon-btn-quiet"
            aria-label="주소 복사"
            onClick={() => void copyText(address, '주소를 복사했어요.')}
          >
            <Copy className="icon icon-s" />
          </button>
        </p>
      )}
      {telephone && (
        <p className="place-row">
          <Phone className="icon icon-s" />
          <a href={telephoneLink(telephone)} className="num" aria-label={`전화 ${telephone}`}>
            {telephone}
          </a>
        </p>
      )}
      {children}
      {address && crumbs}
    </>
  )
}

export function PlaceMap({ place: { lat, lng } }: { place: PlaceInfo }) {
  if (lat === null || lng === null) return null
  const center = { lat, lng }
  return (
    <div className="place-map">
      <MapBox label="장소 지도" start={() => ({ center, zoom: PLACE_ZOOM })} pin={center} isStatic />
    </div>
  )
}

function PlaceHours({ place }: { place: PlaceInfo }) {
  const open = useOpenState(place)
  const range = place.week_hours ? null : hoursRangeText(place.start_time, place.end_time)
  const closed = closedDaysText(place.closed_on)
  const said = open && place.hours_count ? `${place.hours_count}명이\u00a0알려\u00a0줬어요` : null
  if (!open && !closed) return null
  return (
    <p className="place-row">
      <Clock className="icon icon-s" />
      <span className="num">
        <Facts facts={[open && <b key="open">{place.week_hours ? open.label : open.state}</b>, range, closed, said]} />
      </span>
    </p>
  )
}

export function CallLink({ telephone }: { telephone: string | null }) {
  if (telephone === null) return null
  return (
    <a href={telephoneLink(telephone)} className="act">
      <Phone className="icon" />
      전화
    </a>
  )
}

/** Links for map sites and apps: by position if there is one, otherwise by address. */
export function Directions({ place }: { place: PlaceInfo }) {
  return (
    <DropDown
      className="directions"
      buttonClass="act"
      label={
        <>
          <Navigation className="icon" />
          길찾기
        </>
      }
    >
      {() =>
        mapLinks(place).map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {name}
              <span className="sr-only"> (새 창)</span>
            </a>
          </li>
        ))
      }
    </DropDown>
  )
}
