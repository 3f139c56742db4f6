import Globe from 'virtual:icon/globe'
import LinkIcon from 'virtual:icon/link'
import Lock from 'virtual:icon/lock'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Visibility } from '#contract/schema.gen.ts'
import {
  type DataOf,
  type ExecuteGraphql,
  graphql,
  request,
  retryOnce,
  useGraphql,
  type VariablesOf,
} from '../../graphql.ts'
import { useDeleted } from '../../kit/deleted.ts'
import { postCard } from '../queries/post-fields.ts'

const collectionFields = /* GraphQL */ `
  fragment CollectionFields on Collection {
    id name about visibility count has mine updatedAt hiddenBecause
    covers { url info { width height placeholder } }
    owner { handle username image }
  }
`

const pageDocument = graphql(/* GraphQL */ `
  query getCollection($id: ID!) {
    getCollection(id: $id) {
      collection { ...CollectionFields share_image }
      entries { id title note address lat lng place_id post { ...PostCard } }
    }
  }
${collectionFields}${postCard}`)

const listDocument = graphql(/* GraphQL */ `
  query getCollections($handle: ID!, $post: ID) {
    getCollections(handle: $handle, post: $post) { ...CollectionFields }
  }
${collectionFields}`)

const searchDocument = graphql(/* GraphQL */ `
  query getSearchCollections($keyword: String!) {
    getSearchCollections(keyword: $keyword) { ...CollectionFields }
  }
${collectionFields}`)

const addDocument = graphql(/* GraphQL */ `
  mutation addCollection($name: String!, $about: String, $visibility: Visibility, $key: ID) {
    addCollection(name: $name, about: $about, visibility: $visibility, key: $key) { ...CollectionFields }
  }
${collectionFields}`)

const editDocument = graphql(/* GraphQL */ `
  mutation editCollection($id: ID!, $name: String!, $about: String, $visibility: Visibility!) {
    editCollection(id: $id, name: $name, about: $about, visibility: $visibility) { ...CollectionFields }
  }
${collectionFields}`)

const deleteDocument = graphql(/* GraphQL */ `
  mutation deleteCollection($id: ID!) {
    deleteCollection(id: $id) { count }
  }
`)

const putDocument = graphql(/* GraphQL */ `
  mutation putInCollection($id: ID!, $post: ID!, $note: String) {
    putInCollection(id: $id, post: $post, note: $note) { count }
  }
`)

const takeDocument = graphql(/* GraphQL */ `
  mutation takeFromCollection($id: ID!, $post: ID!) {
    takeFromCollection(id: $id, post: $post) { count }
  }
`)

const moveDocument = graphql(/* GraphQL */ `
  mutation moveInCollection($id: ID!, $post: ID!, $position: Int!) {
    moveInCollection(id: $id, post: $post, position: $position) { count }
  }
`)

export type CollectionPage = DataOf<typeof pageDocument>['getCollection']
export type Collection = Omit<CollectionPage['collection'], 'share_image'>
export type Entry = CollectionPage['entries'][number]

export function collectionQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['collection', id],
    queryFn: async () => (await request(execute, pageDocument, { id })).getCollection,
    retry: retryOnce,
  })
}

/** A member's collections; with a post, whether each has it. */
export function collectionsQuery(execute: ExecuteGraphql, handle: string, post: string | null = null) {
  return queryOptions({
    queryKey: ['collections', handle, post],
    queryFn: async () => (await request(execute, listDocument, { handle, post })).getCollections,
    retry: retryOnce,
  })
}

/** The same, without those that are being deleted. */
export function useCollections(handle: string, post: string | null = null) {
  const { data, ...query } = useQuery(collectionsQuery(useGraphql(), handle, post))
  const deleted = useDeleted()
  return { ...query, data: data?.filter(({ id }) => !deleted.has(`collection ${id}`)) }
}

/** Public ones. */
export function foundCollectionsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['found_collections', keyword],
    queryFn: async () => (await request(execute, searchDocument, { keyword })).getSearchCollections,
    retry: retryOnce,
  })
}

export async function addCollection(
  execute: ExecuteGraphql,
  collection: VariablesOf<typeof addDocument>,
): Promise<Collection> {
  return (await request(execute, addDocument, collection)).addCollection
}

export async function editCollection(
  execute: ExecuteGraphql,
  collection: VariablesOf<typeof editDocument>,
): Promise<Collection> {
  return (await request(execute, editDocument, collection)).editCollection
}

export async function deleteCollection(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, deleteDocument, { id })
}

export async function putInCollection(execute: ExecuteGraphql, entry: VariablesOf<typeof putDocument>): Promise<void> {
  await request(execute, putDocument, entry)
}

export async function takeFromCollection(execute: ExecuteGraphql, id: string, post: string): Promise<void> {
  await request(execute, takeDocument, { id, post })
}

/** To a position from 1. */
export async function moveInCollection(execute: ExecuteGraphql, move: VariablesOf<typeof moveDocument>): Promise<void> {
  await request(execute, moveDocument, move)
}

/** Loads what shows collections again after a change of one. */
export async function refreshCollections(client: QueryClient): Promise<void> {
  await Promise.all(
    ['collection', 'collections', 'found_collections'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )
}

/** Who may read a collection: always a sign and a word. */
export const visibilities = {
  private: { icon: Lock, name: '나만', text: '나만 볼 수 있어요' },
  link: { icon: LinkIcon, name: '링크', text: '링크가 있는 사람만 볼 수 있어요' },
  public: { icon: Globe, name: '공개', text: '누구나 찾아볼 수 있어요' },
} as const satisfies Record<Visibility, object>
