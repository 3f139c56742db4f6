import ChevronUp from 'virtual:icon/chevron-up'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { filtersOf } from '../../posts/lists/list-search.ts'
import type { MapPosts } from './map-posts.ts'
import { type Sheet, type SheetHeight, sheetHeights } from './map-sheet.ts'
import type { MapSearch } from './map-url.ts'
import { namedPlacesQuery } from './use-named-place.ts'

type MapListHeadProps = {
  data: MapPosts | undefined
  keyword: string | undefined
  /** The place to which the keyword led the map. */
  placeName: string | null
  /** The sheet of small screens. */
  sheet: Sheet
  /** The field for the keyword. */
  inputRef: RefObject<HTMLInputElement | null>
}

/** How high the sheet is, for a screen reader. */
const heightNames: Readonly<Record<SheetHeight, string>> = { peek: '낮게', half: '절반', full: '높게' }

/** The heading of the list, how many posts it has, and what opens and moves the sheet of small screens. */
export function MapListHead({ data, keyword, placeName, sheet, inputRef }: MapListHeadProps) {
  const { height, to } = sheet
  const isOpen = height !== 'peek'
  return (
    <div className="map-list-head" {...sheet.drag}>
      {/* A finger moves the whole head; this is its way for the keyboard. */}
      <input
        type="range"
        className="map-grip map-list-button"
        aria-label="목록 높이"
        aria-valuetext={heightNames[height]}
        min={0}
        max={sheetHeights.length - 1}
        value={sheetHeights.indexOf(height)}
        onChange={({ target }) => to(sheetHeights[target.valueAsNumber] ?? 'peek')}
      />
      <div className="map-list-title">
        <h1>지도에서 보는 맛집</h1>
        <p role="status">{data ? countLabel(data, keyword, placeName) : '불러오는 중…'}</p>
      </div>
      <button
        type="button"
        className="icon-btn map-list-button"
        aria-label="지도에서 찾기"
        onClick={() => {
          // A closed sheet hides the field, which then cannot get the focus.
          flushSync(() => to(isOpen ? height : 'half'))
          inputRef.current?.focus({ preventScroll: true })
        }}
      >
        <PageIcon name="search" className="icon icon-l" />
      </button>
      <button
        type="button"
        className="icon-btn map-list-button map-list-toggle"
        aria-label={isOpen ? '목록 접기' : '목록 펼치기'}
        aria-expanded={isOpen}
        aria-controls="map-list-body"
        onClick={() => to(isOpen ? 'peek' : 'half')}
      >
        <ChevronUp className="icon icon-l" />
      </button>
    </div>
  )
}

function countLabel({ count, estimated }: MapPosts, keyword: string | undefined, place: string | null): string {
  const number = `${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}개`
  if (keyword) return `‘${keyword}’ 글 ${number}`
  return place ? `‘${place}’ 근처의 글 ${number}` : `이 지역의 글 ${number}`
}

type MapPlacesProps = {
  keyword: string
  search: MapSearch
  /** Called when a link moves the map, which the sheet would cover. */
  onMove: () => void
}

/** Links that move the map to the areas and the station that a keyword names; nothing if it names none. */
export function MapPlaces({ keyword, search, onMove }: MapPlacesProps) {
  const { data } = useQuery(namedPlacesQuery(useGraphql(), keyword))
  if (!data || data.places.length === 0) return null
  return (
    <nav className="map-places" aria-labelledby="map-places">
      <p id="map-places">지도를 이곳으로 옮길까요?</p>
      <ul className="areas areas-row">
        {data.places.map(({ name, view }) => (
          <li key={name}>
            <Link to={paths.map} search={{ ...view, ...filtersOf(search) }} className="area" onClick={onMove}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
