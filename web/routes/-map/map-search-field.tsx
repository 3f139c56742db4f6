import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type FoodKind, foodKinds } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { cleanLine } from '#rules/text.ts'
import { SuggestingForm } from '../../frame/search/search-field.tsx'
import { useGraphql } from '../../graphql.ts'
import { kindShapes } from '../../kit/kind-shapes.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { FactFilter, OpenNowFilter } from '../../posts/lists/filters.tsx'
import { filtersOf, joinFacts, withFilter } from '../../posts/lists/list-search.ts'
import type { OfferedPlace } from './found-places.ts'
import type { MapSearch } from './map-url.ts'
import { type NamedPlace, namedPlacesQuery, toNamedPlace } from './named-places.ts'

type MapSearchFieldProps = {
  search: MapSearch
  reached: NamedPlace | null
  /** Whether the sheet covers the field. */
  isCovered: boolean
  /** Called with the suggested place that was chosen, or with null when a keyword is searched instead. */
  onPlace: (place: NamedPlace | null) => void
}

export function MapSearchField({ search, reached, isCovered, onPlace }: MapSearchFieldProps) {
  const navigate = useNavigate({ from: paths.map })
  const input = useRef<HTMLInputElement>(null)
  const { keyword: before, ...others } = search
  const shown = before ?? reached?.name ?? ''
  const [seen, setSeen] = useState(shown)
  const [text, setText] = useState(shown)
  if (seen !== shown) {
    setSeen(shown)
    // Text that the person has typed since stays.
    if (text === seen) setText(shown)
  }
  const find = (typed: string) => {
    const keyword = cleanLine(typed)
    onPlace(null)
    void navigate({ to: '.', search: keyword ? { ...others, keyword } : others, resetScroll: false })
  }
  const clear = () => {
    setText('')
    if (shown) find('')
    input.current?.focus()
  }
  return (
    <div className="map-field" inert={isCovered}>
      <search className="search map-keyword">
        <SuggestingForm
          action={paths.map}
          inputRef={input}
          label="지도 검색어"
          placeholder="이 지도에서 찾기"
          text={text}
          onText={setText}
          onSearch={find}
          onPlace={(place) => {
            setText(place.text)
            if (place.kind !== 'seen') onPlace(toNamedPlace(place))
          }}
        >
          {text !== '' && (
            <button type="button" className="icon-btn icon-btn-quiet" aria-label="검색어 지우기" onClick={clear}>
              <PageIcon name="x" />
            </button>
          )}
          {Object.entries(others).map(
            ([name, value]) =>
              value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
          )}
        </SuggestingForm>
      </search>
      <div className="map-chips">
        <div>
          <Link to={paths.me} search={{ view: 'map' }} preload={false} className="tool-link">
            <PageIcon name="bookmark" className="icon icon-s" />
            가고 싶어요
          </Link>
          <OpenNowFilter isOn={search.open === '1'} />
          {kinds.map((kind) => (
            <KindChip key={kind} kind={kind} search={search} />
          ))}
        </div>
        <FactFilter search={search} />
      </div>
    </div>
  )
}

const kinds = Object.keys(foodKinds) as FoodKind[]

/** Toggles a filter by kind of food, of which several may be on. */
function KindChip({ kind, search }: { kind: FoodKind; search: MapSearch }) {
  const chosen = search.kind?.split(',') ?? []
  const isOn = chosen.includes(kind)
  const next = isOn ? chosen.filter((one) => one !== kind) : [...chosen, kind]
  return (
    <Link
      to="."
      search={withFilter({ kind: joinFacts('kind', next) })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      className="tool-link"
      aria-current={isOn ? 'true' : undefined}
    >
      <KindIcon kind={kind} />
      {foodKinds[kind].split('·')[0]}
    </Link>
  )
}

type MapPlaceLinksProps = {
  keyword: string
  offered: readonly OfferedPlace[]
  search: MapSearch
  onMove: (place: NamedPlace) => void
}

/** Links that move the map to places named by the keyword, and to the offered ones. */
export function MapPlaceLinks({ keyword, offered, search, onMove }: MapPlaceLinksProps) {
  const { data } = useQuery(namedPlacesQuery(useGraphql(), keyword))
  const places = [...(data?.places.map((place) => ({ place, label: place.name })) ?? []), ...offered]
  if (places.length === 0) return null
  return (
    <nav className="map-places" aria-labelledby="map-places">
      <p id="map-places">지도를 이곳으로 옮길까요?</p>
      <ul className="areas areas-row">
        {places.map(({ place, label }) => (
          <li key={label}>
            <Link
              to={paths.map}
              search={{ ...place.view, ...filtersOf(search) }}
              className="area"
              onClick={() => onMove(place)}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Icon of a kind of food. */
function KindIcon({ kind }: { kind: FoodKind }) {
  const html = { __html: kindShapes[kind] }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package (scripts/generate/icons.ts)
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon icon-s" dangerouslySetInnerHTML={html} />
  )
}
