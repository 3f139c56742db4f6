import { createFileRoute, notFound } from '@tanstack/react-router'
import type { PeopleList } from '#contract/schema.gen.ts'
import { redirectIfExpired } from '../../accounts/expired-session.ts'
import { requireMember } from '../../accounts/route-guards.ts'
import { peopleQuery } from '../../authors/people.ts'
import { privateHead } from '../../page-info.ts'
import { PeoplePage } from './-people/people-page.tsx'

// Here, because the first file of every page has the search schemas of all screens.
const lists: readonly string[] = ['followers', 'following', 'alike', 'blocked'] satisfies PeopleList[]

export const Route = createFileRoute('/account/people/$list')({
  beforeLoad: requireMember,
  params: {
    parse: ({ list }): { list: PeopleList } => {
      if (!lists.includes(list)) throw notFound()
      return { list: list as PeopleList }
    },
  },
  loader: async ({ context, location, params: { list } }) => {
    const { queryClient, graphql } = context
    const people = queryClient.ensureInfiniteQueryData(peopleQuery(graphql, list))
    await redirectIfExpired({ context, location }, people)
    if (list !== 'blocked') return
    const { reportedQuery } = await import('../../moderation/reported.tsx')
    await queryClient.ensureQueryData(reportedQuery(graphql))
  },
  head: ({ match }) => privateHead(match, '내 이웃'),
  component: PeoplePage,
})
