import { useCallback, useState } from 'react'

/**
 * Whether the picture of this address cannot be had, and what its `<img>` is given to tell; it may have failed before the
 * page's script ran.
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
  return { isBroken: Boolean(address) && broken === address, told: { ref, onError } }
}
