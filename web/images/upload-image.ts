import { errorMessages, failures } from '#rules/errors.ts'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { RefusedImage } from './prepare-image.ts'

type UploadOptions = {
  signal: AbortSignal
  /** Receives the sent fraction, from 0 to 1. `fetch` cannot report it. */
  onProgress: (sent: number) => void
}

/**
 * Uploads a picture and returns its URL.
 * @throws {RefusedImage} if the server will never accept it
 * @throws {Error} with a message to show if it may later; the signal's reason
 */
export function uploadImage(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  signal.throwIfAborted()
  const body = new FormData()
  body.append('upload_preset', UPLOAD_PRESET)
  body.append('file', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status === 200 && hasUrl(body)) resolve(body.url)
      else reject(failureOf(request.status, body))
    })
    request.addEventListener('error', () => reject(new Error(failures.offline)))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', UPLOAD_URL)
    request.send(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasUrl(body: unknown): body is { url: string } {
  return typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string'
}

/** Statuses about the file itself, from the server or from a proxy in front of it. */
const REFUSED: readonly number[] = [400, 413, 415]

function failureOf(status: number, body: unknown): Error {
  const message = sentenceOf(body) ?? (status === 413 ? errorMessages.TOO_LARGE : failures.imageUpload)
  return REFUSED.includes(status) ? new RefusedImage(message) : new Error(message)
}

/** Codes and sentences of the server that say more than that the upload failed; they are shown as they are. */
const SENTENCES_OF_CODES = new Map<string, string>([
  ['TOO_LARGE', errorMessages.TOO_LARGE],
  ['RATE_LIMITED', errorMessages.RATE_LIMITED],
  ['UNAVAILABLE', errorMessages.UNAVAILABLE],
])
const SHOWN_SENTENCES: readonly string[] = [failures.imageType, failures.imageShape, failures.restrictedSession]

function sentenceOf(body: unknown): string | null {
  const error = (body as { errors?: { message?: string; extensions?: { code?: string } }[] } | null)?.errors?.[0]
  const ofCode = SENTENCES_OF_CODES.get(error?.extensions?.code ?? '')
  return ofCode ?? SHOWN_SENTENCES.find((telling) => telling === error?.message) ?? null
}
