import ChevronRight from 'virtual:icon/chevron-right'
import MapPinned from 'virtual:icon/map-pinned'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { CountedArea } from '../../places/area-links.tsx'
import { landmarkLabel, nearLandmark } from '../../places/landmarks.ts'
import { CollectionStrip } from '../../posts/collections/collection-card.tsx'
import { foundCollectionsQuery } from '../../posts/collections/collection-queries.ts'
import type { Meaning } from '../../posts/queries/search-query.ts'
import { forgetSearch } from '../../storage/recent-searches.ts'

/** What was searched instead of the keyword, and links to the areas and landmarks that it names. */
export function MeantPlaces({ meaning }: { meaning: Meaning }) {
  const areas = meaning.areas.filter(({ named }) => named)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  return (
    <>
      {meaning.correction && <p className="search-corrected">‘{meaning.correction}’ 검색 결과를 보여 드려요.</p>}
      {areas.length > 0 && (
        <nav aria-label="지역" className="meant-areas">
          <ul className="areas">
            {areas.map((area) => (
              <CountedArea key={area.path} area={area} />
            ))}
          </ul>
        </nav>
      )}
      {landmarks.length > 0 && (
        <nav aria-label="장소">
          <ul className="landmarks">
            {landmarks.map((landmark) => (
              <LandmarkLink key={`${landmark.name} ${landmark.area}`} landmark={landmark} />
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** Leads to the posts near a landmark. */
function LandmarkLink({ landmark }: { landmark: Meaning['landmarks'][number] }) {
  return (
    <li>
      <Link to={paths.home} search={nearLandmark(landmark)} className="landmark">
        <MapPinned className="icon" />
        <span>
          <b>{landmark.name}</b>
          <small>{landmarkLabel(landmark)}</small>
        </span>
        <ChevronRight className="icon icon-s" />
      </Link>
    </li>
  )
}

/** Public collections that a keyword finds; null if there are none. */
export function FoundCollections({ keyword }: { keyword: string }) {
  const { data: collections } = useQuery(foundCollectionsQuery(useGraphql(), keyword))
  if (!collections?.length) return null
  return (
    <section className="found-collections" aria-label="모음">
      <CollectionStrip collections={collections} />
    </section>
  )
}

type NothingFoundProps = {
  keyword: string
  /** Keywords that are spelt nearly the same. */
  suggestions: readonly string[]
  /** The list leaves out posts without a position. */
  isNear: boolean
}

/** Shown instead of results, with ways on. A keyword that finds nothing is not kept among the recent searches. */
export function NothingFound({ keyword, suggestions, isNear }: NothingFoundProps) {
  useEffect(() => {
    if (!isNear) forgetSearch(keyword.trim())
  }, [keyword, isNear])
  return (
    <EmptyState
      art="search"
      inFeed
      title="검색 결과가 없어요"
      text="다른 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’처럼 초성으로도 찾을 수 있어요."
    >
      {suggestions.length > 0 && (
        <nav className="search-hints" aria-labelledby="search-hints">
          <p id="search-hints">혹시 이것을 찾으세요?</p>
          <ul className="areas">
            {suggestions.map((name) => (
              <li key={name}>
                <Link to={paths.search} search={{ keyword: name }} className="area">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}
