import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { forgetSearch } from '../../storage/recent-searches.ts'

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
