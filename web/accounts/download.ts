import { READER_HEADER } from '#contract/reader-state.ts'
import { errorMessages } from '#rules/errors.ts'
import { fetchFromServer, shownReader } from '../graphql.ts'
import type { Store } from '../store/store.ts'

type DownloadOptions = { onProgress?: (part: number) => void; signal?: AbortSignal }

/** Downloads a file of the shown person and reports the received fraction, from 0 to 1. @throws {Error} with a message to show */
export async function download(store: Store, url: string, { onProgress, signal }: DownloadOptions = {}): Promise<Blob> {
  const response = await fetchFromServer(url, {
    ...(signal && { signal }),
    headers: { [READER_HEADER]: shownReader(store) },
  })
  if (!response.ok || !response.body) throw await refusalOf(store, response)
  const total = Number(response.headers.get('content-length'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.length
    if (total > 0) onProgress?.(Math.min(1, received / total))
  }
  // A compressed file has another length than the header says.
  if (total > 0 && received !== total && !response.headers.get('content-encoding')) {
    throw new Error(errorMessages.UNAVAILABLE)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

type Refused = { message: string; extensions?: { code?: string } }

/** The error of a refused request. A page of another account is noted. */
export async function refusalOf(store: Store, response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { errors?: Refused[] } | null
  const { message, extensions } = body?.errors?.[0] ?? { message: errorMessages.UNAVAILABLE }
  if (extensions?.code === 'OTHER_ACCOUNT') store.noteSession('other')
  return new Error(message)
}

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has long started to save the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
