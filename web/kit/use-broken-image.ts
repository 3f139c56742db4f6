import { useCallback, useState } from 'react'

/**
 * Whether the picture failed to load, and the props its `<img>` needs to detect that. It may have failed before
 * hydration.
 */
export function useBrokenImage(address: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>()
  const onError = useCallback(() => setBroken(address), [address])
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) onError()
    },
    [onError],
  )
  return { isBroken: Boolean(address) && broken === address, imageProps: { ref, onError } }
}
