import { useEffect, useRef, useState } from 'react'
import { type ErrorCode, errorMessages, failures } from '#rules/errors.ts'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { imageFault, prepareImage, RefusedImage } from './prepare-image.ts'

/** The current step: preparing the picture, or the sent fraction, from 0 to 1. */
export type UploadProgress = 'preparing' | number

/** The error message, and a retry unless the file was refused. */
type Fault = { message: string; retry?: (() => void) | undefined }

/** Prepares and uploads one picture at a time and passes its address on. Ends with the form that it is for. */
export function useImageUpload(onDone: (url: string) => void) {
  const current = useRef<AbortController>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const attempt = async (prepare: (signal: AbortSignal) => Promise<File>) => {
    const controller = new AbortController()
    const { signal } = controller
    let again = prepare
    current.current = controller
    setFault(null)
    setProgress('preparing')
    try {
      const ready = await prepare(signal)
      again = async () => ready
      setProgress(0)
      onDone(await uploadImage(ready, { signal, onProgress: setProgress }))
    } catch (error) {
      const { message } = error as Error
      const retry = error instanceof RefusedImage ? undefined : () => void attempt(again)
      if (!signal.aborted) setFault({ message, retry })
    } finally {
      current.current = null
      setProgress(null)
    }
  }
  const take = (file: File | undefined) => {
    if (current.current) return
    const message = file ? imageFault(file) : failures.imageMissing
    if (message) setFault({ message })
    else if (file) void attempt((signal) => prepareImage(file, signal))
  }
  return {
    progress,
    fault,
    take,
    cancel: () => current.current?.abort(),
    clearFault: () => setFault(null),
  }
}

type UploadOptions = {
  signal: AbortSignal
  /** Receives the sent fraction, from 0 to 1. `fetch` cannot report it. */
  onProgress: (sent: number) => void
}

/**
 * Uploads a picture and returns its address.
 * @throws {Error} with a message to show; the signal's reason when aborted
 */
function uploadImage(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  signal.throwIfAborted()
  const body = new FormData()
  body.append('upload_preset', UPLOAD_PRESET)
  body.append('file', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const answer = parse(request.responseText)
      if (request.status === 200 && hasUrl(answer)) resolve(answer.url)
      else reject(new Error(sentenceOf(answer) ?? failures.imageUpload))
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

function hasUrl(answer: unknown): answer is { url: string } {
  return typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string'
}

/** Codes and sentences of the server that say more than that the upload failed; they are shown as they are. */
const CODES_WITH_SENTENCE: readonly ErrorCode[] = ['TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE']
const SHOWN_SENTENCES: readonly string[] = [failures.imageType, failures.imageShape, failures.restrictedSession]

function sentenceOf(answer: unknown): string | null {
  const error = (answer as { errors?: { message?: string; extensions?: { code?: ErrorCode } }[] } | null)?.errors?.[0]
  const code = CODES_WITH_SENTENCE.find((telling) => telling === error?.extensions?.code)
  return code ? errorMessages[code] : (SHOWN_SENTENCES.find((telling) => telling === error?.message) ?? null)
}
