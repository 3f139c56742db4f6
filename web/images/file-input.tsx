import { type RefObject, useEffect, useState } from 'react'
import { HEIC_ACCEPT, IMAGE_ACCEPT } from '#rules/uploads.ts'

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  multiple?: boolean
  /** Empty if the picker returned nothing. */
  onFiles: (files: File[]) => void
}

/** The hidden input of a control that uploads pictures. */
export function FileInput({ ref, label, multiple = false, onFiles }: FileInputProps) {
  const accept = useAccept()
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Allows choosing the same file again after a failure.
        currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
}

/** The file input's `accept`; it includes HEIC in browsers that decode it. */
function useAccept(): string {
  const [accept, setAccept] = useState(IMAGE_ACCEPT)
  useEffect(() => {
    if (typeof ImageDecoder === 'undefined') return
    ImageDecoder.isTypeSupported('image/heic').then(
      (isSupported) => isSupported && setAccept(`${IMAGE_ACCEPT},${HEIC_ACCEPT}`),
      () => {},
    )
  }, [])
  return accept
}
