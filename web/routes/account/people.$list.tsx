import { createFileRoute, notFound } from '@tanstack/react-router'
import type { PeopleList } from '#contract/schema.gen.ts'
import { redirectIfExpired } from '../../accounts/redirect-if-expired.ts'
import { requireMember } from '../../accounts/route-guards.ts'
import { peopleQuery } from '../../authors/people-query.ts'
import { privateHead } from '../../page-info.ts'
import { isPeopleList } from './-people/people-lists.ts'
import { PeoplePage } from './-people/people-page.tsx'

export const Route = createFileRoute('/account/people/$list')({
  beforeLoad: requireMember,
  params: {
    parse: ({ list }): { list: PeopleList } => {
      if (!isPeopleList(list)) throw notFound()
      return { list }
    },
  },
  loader: async ({ context, location, params: { list } }) => {
    const people = context.queryClient.ensureInfiniteQueryData(peopleQuery(context.graphql, list))
    await redirectIfExpired({ context, location }, people)
  },
  head: ({ matches }) => privateHead(matches, '내 이웃'),
  component: PeoplePage,
})
