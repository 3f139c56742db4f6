import ChevronUp from 'virtual:icon/chevron-up'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { MapPosts } from './map-posts-query.ts'

type MapListHeadProps = {
  data: MapPosts | undefined
  keyword: string | undefined
  /** The place to which the keyword led the map. */
  placeName: string | null
  /** Whether the sheet of small screens is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The field for the keyword. */
  inputRef: RefObject<HTMLInputElement | null>
}

/** The heading of the list, how many posts it has, and the buttons of small screens that open the sheet. */
export function MapListHead({ data, keyword, placeName, isOpen, onOpen, inputRef }: MapListHeadProps) {
  return (
    <div className="map-list-head">
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
          flushSync(() => onOpen(true))
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
        onClick={() => onOpen(!isOpen)}
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
