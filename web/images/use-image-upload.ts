import { useEffect, useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { useBrokenImage } from '../kit/avatar.tsx'
import { imageFault, prepareImage, RefusedImage, uploadImage } from './upload-image.ts'

/** The current step: preparing the picture, or the sent fraction, from 0 to 1. */
export type UploadProgress = 'preparing' | number

/** The error message, and a retry unless the file was refused and would be again. */
type Fault = { message: string; retry?: (() => void) | undefined }

/** Prepares and uploads one picture at a time and passes its URL and the sent file on. Ends with its form. */
export function useImageUpload(onDone: (url: string, sent: File) => void) {
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
      onDone(await uploadImage(ready, { signal, onProgress: setProgress }), ready)
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

type Uploaded = { url: string; file: File }

/** What to show for an uploaded picture, and the function that keeps the file that was sent. */
export function usePreview(value: string | null) {
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
