import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../graphql.ts'
import { adminKey } from './admin.ts'

const getWebhooks = graphql(/* GraphQL */ `
  query getWebhooks { getWebhooks { id url events since outcome tried waiting } }
`)

export const addWebhook = graphql(/* GraphQL */ `
  mutation addWebhook($url: String!, $events: [WebhookEvent!]!) { addWebhook(url: $url, events: $events) { secret } }
`)

/** Drops its waiting deliveries too. @throws the server's error */
export const removeWebhook = graphql(/* GraphQL */ `
  mutation removeWebhook($id: ID!) { removeWebhook(id: $id) { count } }
`)

export type Webhook = ResultOf<typeof getWebhooks>[number]

export function webhooksQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminKey, 'webhooks'],
    queryFn: ({ signal }) => getWebhooks(execute, {}, { signal }),
    retry: false,
  })
}
