import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../graphql.ts'
import { adminQueryKey } from './admin.ts'

const getSiteLook = graphql(/* GraphQL */ `
  query getSiteLook {
    getSiteLook {
      name defaultName welcome announcement announcementEnds accent logo
      pages { place title text }
    }
  }
`)

/** @throws the server's error, for an accent on which text is hard to read */
export const previewSiteLook = graphql(/* GraphQL */ `
  query previewSiteLook($accent: String, $text: String!) {
    previewSiteLook(accent: $accent, text: $text) { light { token colour } dark { token colour } html }
  }
`)

export const setSiteLook = graphql(/* GraphQL */ `
  mutation setSiteLook(
    $name: String, $welcome: String, $announcement: String, $announcementEnds: String, $accent: String, $logo: String
  ) {
    setSiteLook(name: $name, welcome: $welcome, announcement: $announcement, announcementEnds: $announcementEnds,
      accent: $accent, logo: $logo) { count }
  }
`)

export const setSitePage = graphql(/* GraphQL */ `
  mutation setSitePage($place: Int!, $title: String!, $text: String!) {
    setSitePage(place: $place, title: $title, text: $text) { count }
  }
`)

export type SiteLook = ResultOf<typeof getSiteLook>
export type LookPreview = ResultOf<typeof previewSiteLook>

export function lookQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminQueryKey, 'look'],
    queryFn: ({ signal }) => getSiteLook(execute, {}, { signal }),
    retry: false,
  })
}
