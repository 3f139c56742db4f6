import { queryOptions } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { factLine } from '#rules/fact-line.ts'
import { foodKinds, shortPriceLabels } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { type Ref, refOf } from '../../store/store.ts'
import { useDeletedNames, useLoadedPosts } from '../../store/use-store.ts'
import { SaveMarkButton } from '../cards/mark-buttons.tsx'
import { drawingsOf, PostImage } from '../cards/post-image.tsx'
import { miniPostFragment } from '../queries/list-query.ts'

const OPEN_RANKS = 5

export function WeeklyTop({ ranks }: { ranks: readonly Rank[] }) {
  const last = ranks.length
  return (
    <div className="shelf">
      <Ranks ranks={ranks.slice(0, OPEN_RANKS)} first={1} />
      {last > OPEN_RANKS && (
        <details>
          <summary className="link">
            {last > OPEN_RANKS + 1 ? `${OPEN_RANKS + 1}위부터 ${last}위까지 보기` : `${last}위 보기`}
            <PageIcon name="chevron-down" className="icon icon-s" />
          </summary>
          <Ranks ranks={ranks.slice(OPEN_RANKS)} first={OPEN_RANKS + 1} />
        </details>
      )}
    </div>
  )
}

function Ranks({ ranks, first }: { ranks: readonly Rank[]; first: number }) {
  const hydrated = useHydrated()
  const deleted = useDeletedNames()
  const posts = useLoadedPosts(ranks.map(({ post }) => post))
  const drawn = drawingsOf(posts)
  return (
    <ol start={first}>
      {posts.map((post, index) => (
        <li key={post.id} className="rank" hidden={deleted.has(`post ${post.id}`)}>
          <b aria-hidden="true">{first + index}</b>
          <span className="photo">
            <PostImage post={post} sizes="56px" dish={drawn[index]} />
          </span>
          <span className="rank-text">
            <h3>
              <Link to={paths.post} params={{ id: post.id }}>
                {post.title}
              </Link>
            </h3>
            <p>{ranks[index]?.people}명이 찾았어요</p>
            <p>{factLine(tagsOf(post))}</p>
          </span>
          {hydrated && (
            <SaveMarkButton shape="sign" post={post} mark="wanted" onError={(error) => toast(sentenceOf(error))} />
          )}
        </li>
      ))}
    </ol>
  )
}

function tagsOf({ kind, price }: RankedPost): string[] {
  return [...(kind ? [foodKinds[kind]] : []), ...(price ? [shortPriceLabels[price]] : [])]
}

const getWeeklyTop = graphql(/* GraphQL */ `
  query getWeeklyTop($area: String!) {
    getWeeklyTop(area: $area) {
      post { ...MiniPost kind price }
      people
    }
  }
${miniPostFragment}`)

type RankedPost = ResultOf<typeof getWeeklyTop>[number]['post']
type Rank = { post: Ref<RankedPost>; people: number }

export function weeklyTopQuery(execute: ExecuteGraphql, area: string) {
  return queryOptions({
    queryKey: ['weekly_top', area],
    queryFn: async ({ signal }) => {
      const ranks = await getWeeklyTop(execute, { area }, { signal })
      return ranks.map(({ post, people }) => ({ post: refOf(post), people }))
    },
  })
}
