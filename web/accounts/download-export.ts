import { errorMessages } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import { reach } from '../graphql.ts'

/**
 * Downloads the ZIP with all data of the account and reports the received fraction, from 0 to 1.
 * @throws {Error} with a message to show
 */
export async function downloadExport(onProgress: (part: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await reach(apiPaths.dataExport, { signal })
  if (!response.ok || !response.body) throw new Error(await refusalOf(response))
  const total = Number(response.headers.get('content-length'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.length
    if (total > 0) onProgress(Math.min(1, received / total))
  }
  if (total > 0 && received !== total) throw new Error(errorMessages.UNAVAILABLE)
  return new Blob(chunks, { type: 'application/zip' })
}

async function refusalOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => null)) as { errors?: { message?: string }[] } | null
  return answer?.errors?.[0]?.message ?? errorMessages.UNAVAILABLE
}
