import { useCallback, useState } from 'react'

/** Whether the picture failed to load, perhaps before hydration, and what its `<img>` needs to detect that. */
export function useBrokenImage(url: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>()
  const onError = useCallback(() => setBroken(url), [url])
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) onError()
    },
    [onError],
  )
  return { isBroken: Boolean(url) && broken === url, imageProps: { ref, onError } }
}
