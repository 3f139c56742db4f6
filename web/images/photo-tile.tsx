import GripVertical from 'virtual:icon/grip-vertical'
import { variantUrl } from '#rules/images.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import type { Handle } from '../kit/use-dragged-order.ts'
import { useUploadedImage } from './use-image-upload.ts'

type PhotoTileProps = {
  url: string
  /** The file that was sent, if it was in this form. */
  sent: File | null
  number: number
  count: number
  isDragged: boolean
  handle: Handle
  onRemove: () => void
}

/** An uploaded photo, with its number, and the buttons that move it and take it out. */
export function PhotoTile({ url, sent, number, count, isDragged, handle, onRemove }: PhotoTileProps) {
  const image = useUploadedImage(url, sent)
  const small = image?.src === url ? (variantUrl(url, 320) ?? undefined) : undefined
  return (
    <li className="photo-tile" data-dragged={isDragged || undefined}>
      {image && <img {...image} srcSet={small} alt={`사진 ${number}/${count}`} draggable={false} />}
      <span className="photo-number num" aria-hidden="true">
        {number === 1 ? '대표' : number}
      </span>
      <button type="button" className="photo-remove" aria-label={`사진 ${number} 빼기`} onClick={onRemove}>
        <PageIcon name="x" className="icon icon-s" />
      </button>
      {count > 1 && (
        <button
          type="button"
          className="photo-move"
          aria-label={`사진 ${number} 순서 바꾸기, ${count}장 중 ${number}번째. 방향키로 옮겨요.`}
          {...handle}
        >
          <GripVertical className="icon" />
        </button>
      )}
    </li>
  )
}
