import { queryOptions } from '@tanstack/react-query'
import { READER_HEADER } from '#contract/reader-state.ts'
import { IMPORT_PATH, importLimits, importMessages } from '#rules/place-imports.ts'
import { readServerError } from '../../../accounts/export-button.tsx'
import { type ExecuteGraphql, fetchFromServer, graphql, type ResultOf, shownReaderHandle } from '../../../graphql.ts'
import type { Store } from '../../../store/store.ts'

const getPlaceImport = graphql(/* GraphQL */ `
  query getPlaceImport {
    getPlaceImport { id state failure total done found unsure missing bad badRows { file line message } }
  }
`)

const getImportedRows = graphql(/* GraphQL */ `
  query getImportedRows($id: ID!, $after: Int) {
    getImportedRows(id: $id, after: $after) {
      row state file line name address note places { post place_id name address category }
    }
  }
`)

export const keepImported = graphql(/* GraphQL */ `
  mutation keepImported($id: ID!, $rows: [Int!]!, $choices: [Int!]!, $collection: ID) {
    keepImported(id: $id, rows: $rows, choices: $choices, collection: $collection) { saved collected known gone }
  }
`)

export const dropPlaceImport = graphql(/* GraphQL */ `
  mutation dropPlaceImport($id: ID!) { dropPlaceImport(id: $id) { count } }
`)

export type PlaceImport = NonNullable<ResultOf<typeof getPlaceImport>>
export type ImportedRow = ResultOf<typeof getImportedRows>[number]
export type KeptCounts = ResultOf<typeof keepImported>

/** By row number: the index of the chosen place among the row's `places`. */
export type ChosenPlaces = ReadonlyMap<number, number>

const POLL_MS = 1000

/** The member's import. It is polled until the server has matched all rows of the file with places. */
export function importQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['place_import'],
    queryFn: ({ signal }) => getPlaceImport(execute, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isImportRunning(state.data) ? POLL_MS : false),
  })
}

export function isImportRunning({ state }: PlaceImport): boolean {
  return state === 'waiting' || state === 'matching'
}

/** All rows of a finished import. */
export function importedRowsQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['place_import', id, 'rows'],
    queryFn: async ({ signal }) => {
      const rows: ImportedRow[] = []
      for (let isMore = true; isMore; ) {
        const page = await getImportedRows(execute, { id, after: rows.at(-1)?.row ?? 0 }, { signal })
        rows.push(...page)
        isMore = page.length === importLimits.page
      }
      return rows
    },
    staleTime: 0,
  })
}

/** Uploads a file of places of another app. @throws {Error} with a message to show */
export async function sendImportFile(store: Store, file: File): Promise<void> {
  if (file.size > importLimits.bytes) throw new Error(importMessages.tooLarge)
  const headers = { 'content-type': 'application/octet-stream', [READER_HEADER]: shownReaderHandle(store) }
  const response = await fetchFromServer(IMPORT_PATH, { method: 'POST', headers, body: file })
  if (!response.ok) throw await readServerError(store, response)
}
