import { useEffect, useRef, useState } from 'react'
import { READER_HEADER } from '#contract/reader-state.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { IMAGE_HEAD_BYTES, imageLimits, imageTypeOf, pictureSizeFault } from '#rules/uploads.ts'
import { shownReaderHandle } from '../graphql.ts'
import { useBrokenImage } from '../kit/avatar.tsx'
import { type RouterContext, useRouterContext } from '../router-context.ts'
import { type ShrinkJob, type ShrunkImage, shrinkImage } from './shrink-image.ts'

export type UploadProgress = 'preparing' | number

/** At 100 % the server still has to process the picture. */
export function progressText(progress: UploadProgress): string {
  if (progress === 'preparing') return '준비하는 중'
  return progress < 1 ? `${percentOf(progress)}%` : '마무리하는 중'
}

export function percentOf(fraction: number): number {
  return Math.floor(fraction * 100)
}

/** The error message, and a retry unless the file was refused and would be again. */
type Fault = { message: string; retry?: (() => void) | undefined }

/** Prepares and uploads one picture at a time, and passes its URL and the sent file to `onDone`. Leaving the form cancels it. */
export function useImageUpload(onDone: (url: string, sent: File) => void) {
  const { store } = useRouterContext()
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
      onDone(await uploadImage(ready, { store, signal, onProgress: setProgress }), ready)
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
    if (file) void attempt((signal) => prepareImage(file, signal))
    else setFault({ message: failures.imageMissing })
  }
  return {
    progress,
    fault,
    take,
    cancel: () => current.current?.abort(),
    clearFault: () => setFault(null),
  }
}

type Uploaded = { url: string; file: File }

/** Props of the `<img>` of the picture in a form's field, and the function to call after an upload. */
export function useUploadPreview(value: string | null) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const preview = useUploadedImage(value, uploaded?.url === value ? uploaded.file : null)
  return { preview, keepUploaded: setUploaded }
}

/** Props of the `<img>` of an uploaded picture: its URL, or the sent file if that cannot be loaded. */
export function useUploadedImage(value: string | null, sent: File | null) {
  const [local, setLocal] = useState<string | null>(null)
  const { isBroken, imageProps } = useBrokenImage(value)
  const file = isBroken ? sent : null
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => {
      setLocal(null)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return value ? { ...imageProps, src: (file && local) ?? value } : null
}

type UploadOptions = {
  store: Pick<RouterContext['store'], 'viewer' | 'setSession'>
  signal: AbortSignal
  /** Receives the sent fraction, from 0 to 1. `fetch` cannot report it. */
  onProgress: (sent: number) => void
}

/**
 * Uploads a picture and returns its URL.
 * @throws {RefusedImage} if the server will never accept it
 * @throws {Error} with a message to show if a later try may succeed; the signal's reason if cancelled
 */
export function uploadImage(file: File, { store, signal, onProgress }: UploadOptions): Promise<string> {
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
      else {
        if (codeOf(body) === 'OTHER_ACCOUNT') store.setSession('other')
        reject(failureOf(request.status, body))
      }
    })
    request.addEventListener('error', () => reject(new Error(failures.offline)))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', UPLOAD_URL)
    request.setRequestHeader(READER_HEADER, shownReaderHandle(store))
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
  ['OTHER_ACCOUNT', errorMessages.OTHER_ACCOUNT],
  ['RATE_LIMITED', errorMessages.RATE_LIMITED],
  ['UNAVAILABLE', errorMessages.UNAVAILABLE],
])
const SHOWN_SENTENCES: readonly string[] = [failures.imageType, failures.imageShape, failures.restrictedSession]

function sentenceOf(body: unknown): string | null {
  const ofCode = SENTENCES_OF_CODES.get(codeOf(body) ?? '')
  return ofCode ?? SHOWN_SENTENCES.find((telling) => telling === errorOf(body)?.message) ?? null
}

function codeOf(body: unknown): string | undefined {
  return errorOf(body)?.extensions?.code
}

function errorOf(body: unknown) {
  return (body as { errors?: { message?: string; extensions?: { code?: string } }[] } | null)?.errors?.[0]
}

export class RefusedImage extends Error {}

/**
 * Returns the chosen file, or a smaller JPEG of it. Files that the browser cannot decode go to the server unchanged, except
 * HEIC.
 * @throws {RefusedImage} if it is no picture, too large, too narrow, or HEIC that cannot be decoded
 * @throws {Error} if it cannot be read; the signal's reason if cancelled
 */
export async function prepareImage(file: File, signal: AbortSignal): Promise<File> {
  if (file.size > imageLimits.sourceBytes) throw new RefusedImage(errorMessages.TOO_LARGE)
  const head = await file
    .slice(0, IMAGE_HEAD_BYTES)
    .arrayBuffer()
    // The file was moved or deleted since it was chosen.
    .catch(() => Promise.reject(new Error(failures.imageUpload)))
  const type = imageTypeOf(new Uint8Array(head))
  if (!type) throw new RefusedImage(failures.imageType)
  const mustBeJpeg = type === 'heic'
  const shrunk = await shrinkBeside({ file, mustBeJpeg }, signal)
  if (!shrunk && mustBeJpeg) throw new RefusedImage(failures.imageType)
  if (shrunk && pictureSizeFault(shrunk.width, shrunk.height) === 'narrow') throw new RefusedImage(failures.imageShape)
  const ready = shrunk?.jpeg ? new File([shrunk.jpeg], jpegName(file.name), { type: 'image/jpeg' }) : file
  if (ready.size > imageLimits.bytes) throw new RefusedImage(errorMessages.TOO_LARGE)
  return ready
}

function jpegName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}.jpg`
}

function shrinkBeside(job: ShrinkJob, signal: AbortSignal): Promise<ShrunkImage | null> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(null)
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ShrunkImage | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ShrunkImage | null>) => resolve(data))
    // The worker's code could not be loaded (offline, or the site was updated): the page does the work.
    worker.addEventListener('error', () => resolve(shrinkImage(job).catch(() => null)))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(job)
  }).finally(() => worker.terminate())
}
