import { getRouteApi, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { readNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { Blank } from '../components/blank.tsx'
import { EmptyBowl } from '../components/empty-bowl.tsx'
import { FilterMenu } from '../components/filter-menu.tsx'
import { MapLink } from '../components/map-link.tsx'
import { PostList } from '../components/post-list.tsx'
import { useGraphql } from '../components/use-graphql.ts'
import { FEED_TITLE, useStartAnew } from '../components/use-start-anew.ts'
import { searchQuery } from '../queries/get-search-posts.ts'

const route = getRouteApi('/search')

/** What a search found. */
export function SearchResults() {
  const { keyword, filter, near } = route.useLoaderDeps()
  const query = searchQuery(useGraphql(), keyword, filter, readNear(near))
  const startAnew = useStartAnew(query.queryKey)
  const refusal = route.useLoaderData()?.refusal
  if (refusal !== undefined || keyword.trim() === '') return <NothingAsked refusal={refusal} />
  return (
    <div className="wrap">
      <div className="feed-head feed-head-search">
        <h1 id={FEED_TITLE} tabIndex={-1}>
          <b className="match">{keyword}</b> 검색 결과
        </h1>
        <div className="feed-tools">
          <MapLink keyword={keyword} />
          <FilterMenu filter={filter} near={near ?? null} />
        </div>
      </div>
      <PostList
        key={query.queryKey.join('\n')}
        query={query}
        keyword={keyword}
        empty={<NothingFound />}
        end={
          <button type="button" className="btn btn-outline" onClick={startAnew}>
            <RotateCcw className="icon" aria-hidden="true" />
            처음부터 다시 보기
          </button>
        }
      />
    </div>
  )
}

function NothingFound() {
  return (
    <Blank
      inFeed
      art={<EmptyBowl />}
      title="검색 결과가 없어요"
      text="다른 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’처럼 초성으로도 찾을 수 있어요."
    >
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </Blank>
  )
}

/** Nothing was searched for, or what cannot be: `refusal` says why. */
function NothingAsked({ refusal }: { refusal: string | undefined }) {
  return (
    <Blank
      art={<EmptyBowl />}
      title={refusal ?? '무엇을 찾으세요?'}
      text="검색창에 가게 이름이나 동네, 메뉴를 적어 주세요."
    >
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </Blank>
  )
}
