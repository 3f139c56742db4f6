import { useEffect, useState } from 'react'
import { useBrokenImage } from '../kit/use-broken-image.ts'

type Uploaded = { url: string; file: File }

/** What to show for an uploaded picture: its URL, or the sent file if that cannot be loaded. For its `<img>`. */
export function usePreview(value: string | null) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [local, setLocal] = useState<string | null>(null)
  const { isBroken, imageProps } = useBrokenImage(value)
  const file = isBroken && uploaded?.url === value ? uploaded.file : null
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => {
      setLocal(null)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return { preview: value ? { ...imageProps, src: (file && local) ?? value } : null, keepUploaded: setUploaded }
}
