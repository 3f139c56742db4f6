import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useGraphql } from '../../kit/use-graphql.ts'
import { CountedArea } from '../../places/area-link.tsx'
import { nearHeading, nearLandmark } from '../../places/landmarks.ts'
import { forgetSearch } from '../../storage/recent-searches.ts'
import { hintsQuery } from './search-hints.ts'

type NothingFoundProps = {
  keyword: string
  /** The list leaves out posts without a position. */
  isNear: boolean
}

/** Shown instead of results, with ways on. A keyword that finds nothing is not kept among the recent searches. */
export function NothingFound({ keyword, isNear }: NothingFoundProps) {
  useEffect(() => {
    if (!isNear) forgetSearch(keyword.trim())
  }, [keyword, isNear])
  return (
    <EmptyState
      inFeed
      title="검색 결과가 없어요"
      text="다른 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’처럼 초성으로도 찾을 수 있어요."
    >
      <SearchHints keyword={keyword} />
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}

/** The page's loader has them already, unless an order of the same search was changed. */
function SearchHints({ keyword }: { keyword: string }) {
  const { data } = useQuery({ ...hintsQuery(useGraphql(), keyword), refetchOnMount: false })
  const { areas = [], place = null, suggestions = [] } = data ?? {}
  if (areas.length === 0 && !place && suggestions.length === 0) return null
  return (
    <nav className="search-hints" aria-labelledby="search-hints">
      <p id="search-hints">{suggestions.length > 0 ? '혹시 이것을 찾으세요?' : '이 지역의 글을 볼까요?'}</p>
      <ul className="areas">
        {areas.map((area) => (
          <CountedArea key={area.path} area={area} />
        ))}
        {place && (
          <li>
            <Link to={paths.home} search={nearLandmark(place)} className="area">
              {nearHeading(place)}
            </Link>
          </li>
        )}
        {suggestions.map((name) => (
          <li key={name}>
            <Link to={paths.search} search={{ keyword: name, filter: 'latest' }} className="area">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
