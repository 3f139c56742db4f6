import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Visibility } from '#contract/schema.gen.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../graphql.ts'
import { Globe, Link as LinkIcon, Lock } from '../../kit/icons.gen.ts'
import { shopFragment } from '../../places/shops.ts'
import { type Ref, refOf } from '../../store/store.ts'
import { useDeletedNames } from '../../store/use-store.ts'
import type { Target } from '../cards/toggle-mark.ts'
import { type ListedPost, postCardFragment } from '../queries/list-query.ts'

const collectionFields = /* GraphQL */ `
  fragment CollectionFields on Collection {
    id name about visibility count has mine updatedAt hiddenBecause
    covers { url info { width height placeholder } }
    owner { handle username image }
  }
`

const planFields = /* GraphQL */ `
  fragment PlanFields on Collection { planAt planHolidays planFrom { name lat lng } membersAdd }
`

const getCollection = graphql(/* GraphQL */ `
  query getCollection($id: ID!) @kept {
    getCollection(id: $id) {
      collection { ...CollectionFields share_image ...PlanFields }
      entries {
        id title note address lat lng place_id hearts hearted heartedBy added addedBy
        shop { ...ShopFields } shop_gone post { ...PostCard verdict { people again } }
      }
      choosers
      chosen
      chosenBy { handle username image }
    }
  }
${collectionFields}${planFields}${shopFragment}${postCardFragment}`)

const getCollections = graphql(/* GraphQL */ `
  query getCollections($handle: ID!, $post: ID, $place: ID) @kept {
    getCollections(handle: $handle, post: $post, place: $place) { ...CollectionFields }
  }
${collectionFields}`)

const getSearchCollections = graphql(/* GraphQL */ `
  query getSearchCollections($keyword: String!) @kept { getSearchCollections(keyword: $keyword) { ...CollectionFields } }
${collectionFields}`)

export const addCollection = graphql(/* GraphQL */ `
  mutation addCollection($name: String!, $about: String, $visibility: Visibility, $key: ID) {
    addCollection(name: $name, about: $about, visibility: $visibility, key: $key) { ...CollectionFields }
  }
${collectionFields}`)

export const editCollection = graphql(/* GraphQL */ `
  mutation editCollection($id: ID!, $name: String!, $about: String, $visibility: Visibility!) {
    editCollection(id: $id, name: $name, about: $about, visibility: $visibility) { ...CollectionFields }
  }
${collectionFields}`)

export const deleteCollection = graphql(/* GraphQL */ `
  mutation deleteCollection($id: ID!) { deleteCollection(id: $id) { count } }
`)

export const putInCollection = graphql(/* GraphQL */ `
  mutation putInCollection($id: ID!, $post: ID, $place: ID, $note: String) {
    putInCollection(id: $id, post: $post, place: $place, note: $note) { count }
  }
`)

export const takeFromCollection = graphql(/* GraphQL */ `
  mutation takeFromCollection($id: ID!, $post: ID, $place: ID) {
    takeFromCollection(id: $id, post: $post, place: $place) { count }
  }
`)

/** Moves an entry to a position, counted from 1. */
export const moveInCollection = graphql(/* GraphQL */ `
  mutation moveInCollection($id: ID!, $post: ID!, $position: Int!) {
    moveInCollection(id: $id, post: $post, position: $position) { count }
  }
`)

/** Changes the plan of the reader's collection: what is left out stays, null removes it. */
export const setPlan = graphql(/* GraphQL */ `
  mutation setPlan($id: ID!, $at: String, $from: PlanPointInput, $membersAdd: Boolean) {
    setPlan(id: $id, at: $at, from: $from, membersAdd: $membersAdd) { id ...PlanFields }
  }
${planFields}`)

export const setHeart = graphql(/* GraphQL */ `
  mutation setHeart($id: ID!, $post: ID!, $on: Boolean!) { setHeart(id: $id, post: $post, on: $on) { count } }
`)

export const leavePlan = graphql(/* GraphQL */ `
  mutation leavePlan($id: ID!) { leavePlan(id: $id) { count } }
`)

type FetchedCollection = ResultOf<typeof getCollection>
export type Collection = Omit<FetchedCollection['collection'], 'share_image' | keyof Plan>
export type Plan = Pick<FetchedCollection['collection'], 'planAt' | 'planHolidays' | 'planFrom' | 'membersAdd'>
export type CollectionEntry = Omit<FetchedCollection['entries'][number], 'post'> & { post: Ref<ListedPost> | null }
export type CollectionPage = Omit<FetchedCollection, 'entries'> & { entries: readonly CollectionEntry[] }

export function collectionQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['collection', id],
    queryFn: async () => {
      const page = await getCollection(execute, { id })
      return { ...page, entries: page.entries.map((entry) => ({ ...entry, post: entry.post && refOf(entry.post) })) }
    },
  })
}

/** GraphQL argument that names the post or place. */
export function targetArgument(target: Target): { post: string } | { place: string } {
  const [kind, id = ''] = target.split(' ')
  return kind === 'place' ? { place: id } : { post: id }
}

/** @param target post or place, for which each collection says whether it has it */
export function collectionsQuery(execute: ExecuteGraphql, handle: string, target: Target | null = null) {
  return queryOptions({
    queryKey: ['collections', handle, target],
    queryFn: () => getCollections(execute, { handle, ...(target && targetArgument(target)) }),
  })
}

export function useCollections(handle: string, target: Target | null = null) {
  const { data, ...query } = useQuery(collectionsQuery(useGraphql(), handle, target))
  const deleted = useDeletedNames()
  return { ...query, data: data?.filter(({ id }) => !deleted.has(`collection ${id}`)) }
}

export function foundCollectionsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['found_collections', keyword],
    queryFn: () => getSearchCollections(execute, { keyword }),
  })
}

export async function refreshCollections(client: QueryClient): Promise<void> {
  await Promise.all(
    ['collection', 'collections', 'found_collections'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )
}

export const visibilities = {
  private: { icon: Lock, name: '나만', text: '나만 볼 수 있어요' },
  link: { icon: LinkIcon, name: '링크', text: '링크가 있는 사람만 볼 수 있어요' },
  public: { icon: Globe, name: '공개', text: '누구나 찾아볼 수 있어요' },
} as const satisfies Record<Visibility, object>
