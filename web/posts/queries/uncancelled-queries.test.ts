import { QueryClient, type QueryFunction, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ExecuteGraphql } from '../../graphql.ts'
import { areaQuery } from '../../places/areas.tsx'
import { placeQuery } from '../../places/place-query.ts'
import { postQuery } from './post-query.ts'

const subjects = {
  post: [postQuery, 'getPost', '1'],
  area: [areaQuery, 'getArea', { id: '1' }],
  place: [placeQuery, 'getPlace', { id: '1' }],
} as const

test.each(Object.entries(subjects))(
  'loading goes on for the %s that the next screen waits for when the screen that asked for it is left',
  async (_, [queryOf, field, cached]) => {
    const answer = Promise.withResolvers<unknown>()
    const execute: ExecuteGraphql = (_query, _variables, init) => {
      init?.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason))
      return answer.promise
    }
    const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
    const { queryKey, queryFn } = queryOf(execute, '1')
    const query = { queryKey, queryFn: queryFn as QueryFunction, retry: false }
    const leave = new QueryObserver(client, query).subscribe(() => {})
    const next = client.ensureQueryData(query)
    leave()
    answer.resolve({ data: { [field]: { id: '1' } } })
    expect(await next).toEqual(cached)
    client.clear()
  },
)
