import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import { adminKey } from './admin.ts'

const getFigures = graphql(/* GraphQL */ `
  query getFigures {
    getFigures {
      returnedMails
      days { day visitors signups posts returns { days members returned } }
      missed { keyword people }
    }
  }
`)

const getLimits = graphql(/* GraphQL */ `
  query getLimits { getLimits { name value own } }
`)

export function limitsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminKey, 'limits'],
    queryFn: ({ signal }) => getLimits(execute, {}, { signal }),
    retry: false,
  })
}

export function figuresQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminKey, 'figures'],
    queryFn: ({ signal }) => getFigures(execute, {}, { signal }),
    retry: false,
  })
}
