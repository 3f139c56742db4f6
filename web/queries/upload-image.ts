import { type ErrorCode, errorMessages, failures } from '#rules/errors.ts'
import { hasImageName, imageLimits } from '#rules/images.ts'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'

/** Why this file cannot be uploaded, or null; said before a byte is sent. */
export function imageFault(file: File | undefined): string | null {
  if (!file) return failures.imageMissing
  if (!hasImageName(file.name)) return failures.imageType
  if (file.size > imageLimits.bytes) return errorMessages.TOO_LARGE
  return null
}

/**
 * Uploads a picture and returns its address.
 * @throws {Error} with the sentence to show
 */
export async function uploadImage(file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.append('upload_preset', UPLOAD_PRESET)
  body.append('file', file)
  const response = await fetch(UPLOAD_URL, { method: 'POST', body, signal }).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (response?.status === 200 && hasUrl(answer)) return answer.url
  throw new Error(sentenceOf(answer) ?? failures.imageUpload)
}

function hasUrl(answer: unknown): answer is { url: string } {
  return typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string'
}

/** Codes whose own sentence says more than that the upload failed. */
const TELLING: readonly ErrorCode[] = ['TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE']

function sentenceOf(answer: unknown): string | null {
  const errors = (answer as { errors?: { extensions?: { code?: ErrorCode } }[] } | null)?.errors
  const code = TELLING.find((telling) => telling === errors?.[0]?.extensions?.code)
  return code ? errorMessages[code] : null
}
