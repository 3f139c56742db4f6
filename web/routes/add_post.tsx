import { createFileRoute } from '@tanstack/react-router'
import { postLimits, postMessages } from '#rules/post.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { requireUnrestrictedViewer } from '../accounts/route-guards.ts'
import { useGraphql } from '../graphql.ts'
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts'
import { privateHead } from '../page-info.ts'
import { placeQuery } from '../places/place-query.ts'
import { addPost } from '../posts/queries/post-query.ts'
import { PostForm } from './-post-form/post-form.tsx'
import { postValuesOfPlace } from './-post-form/post-values.ts'

type AddSearch = { place?: string; moved?: '1'; keyword?: string }

export const Route = createFileRoute('/add_post')({
  // `place`: id of the shop that the post is about; `moved`: it has moved; `keyword`: name of a shop that the site does not know.
  validateSearch: ({ place, moved, keyword }: Record<string, unknown>): AddSearch => ({
    ...(place !== undefined && { place: String(place) }),
    ...(moved === '1' && { moved }),
    ...(typeof keyword === 'string' && { keyword }),
  }),
  beforeLoad: requireUnrestrictedViewer,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, graphql }, deps: { place } }) => {
    if (place === undefined) return null
    // If the shop cannot be loaded, the form is just not prefilled.
    return queryClient.ensureQueryData(placeQuery(graphql, place)).catch(() => null)
  },
  head: ({ match }) => privateHead(match, '글쓰기'),
  component: AddPost,
})

function AddPost() {
  const place = Route.useLoaderData()
  const { moved, keyword } = Route.useSearch()
  const hasMoved = moved === '1'
  const typed = keyword === undefined ? {} : { title: cutCharacters(cleanLine(keyword), postLimits.title) }
  const graphql = useGraphql()
  const keyOf = useIdempotencyKey()
  return (
    <PostForm
      heading="글쓰기"
      lead="다녀온 식당을 이웃과 나눠 보세요."
      key={place?.id}
      draft={place ? `add_post ${place.id}${hasMoved ? ' moved' : ''}` : ['add_post', keyword].join(' ').trim()}
      postToEdit={null}
      prefilled={place ? postValuesOfPlace(place, hasMoved) : typed}
      save={async (post) => (await addPost(graphql, post, { idempotencyKey: keyOf(JSON.stringify(post)) })).id}
      labels={{ submit: '등록하기', busy: '등록하는 중…', done: postMessages.added }}
    />
  )
}
