import { createFileRoute, notFound } from '@tanstack/react-router'
import { redirectIfExpired } from '../../accounts/expired-session.ts'
import { requireUnrestrictedViewer } from '../../accounts/route-guards.ts'
import { peopleQuery } from '../../authors/people.ts'
import { privateHead } from '../../page-info.ts'
import { isPeopleList, PeoplePage } from './-people/people-page.tsx'

export const Route = createFileRoute('/account/people/$list')({
  beforeLoad: requireUnrestrictedViewer,
  loader: async ({ context, location, params: { list } }) => {
    if (!isPeopleList(list)) throw notFound()
    const { queryClient, graphql } = context
    const people = queryClient.ensureInfiniteQueryData(peopleQuery(graphql, list))
    await redirectIfExpired({ context, location }, people)
    if (list !== 'blocked') return
    const { ownReportsQuery } = await import('../../moderation/reported.tsx')
    await queryClient.ensureQueryData(ownReportsQuery(graphql))
  },
  head: ({ match }) => privateHead(match, '내 이웃'),
  component: PeoplePage,
})
