import { type RefObject, useEffect, useEffectEvent } from 'react'
import { webpUrl } from '#rules/images.ts'
import { GripVertical } from '../kit/icons.gen.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import type { DragHandleProps } from '../kit/use-dragged-order.ts'
import { UploadingOverlay } from './uploading-overlay.tsx'
import { percentOf, progressText, useImageUpload, useUploadedImage } from './use-image-upload.ts'

type UploadTileProps = {
  file: File
  number: number
  /** The upload starts when it becomes true. */
  isTurn: boolean
  hasFailed: boolean
  /** There is no photo yet, so this one is uploaded under the overlay. */
  isFirst: boolean
  focusAfter: RefObject<HTMLElement | null>
  onDone: (url: string, sent: File) => void
  onFault: (message: string, isRefused: boolean) => void
  onRetry: () => void
  onCancel: () => void
  onCancelAll: () => void
}

export function UploadTile(props: UploadTileProps) {
  const { file, number, isTurn, hasFailed, isFirst, focusAfter, onDone, onFault, onRetry, onCancel, onCancelAll } =
    props
  const { progress, fault, take } = useImageUpload(onDone)
  const start = useEffectEvent(() => (fault?.retry ?? (() => take(file)))())
  useEffect(() => {
    if (isTurn) start()
  }, [isTurn])
  const report = useEffectEvent(() => fault && onFault(fault.message, !fault.retry))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fault is reported once
  useEffect(() => {
    report()
  }, [fault])

  if (isFirst && isTurn) {
    return (
      <li className="photo-covered">
        {progress !== null && <UploadingOverlay progress={progress} onCancel={onCancelAll} focusAfter={focusAfter} />}
      </li>
    )
  }
  return (
    <li className={hasFailed ? 'photo-tile photo-failed' : 'photo-tile photo-underway'}>
      {hasFailed ? (
        <button type="button" className="photo-retry" onClick={onRetry}>
          <PageIcon name="rotate-cw" />
          다시 시도
        </button>
      ) : (
        <Progress progress={progress} />
      )}
      <button
        type="button"
        className="photo-remove"
        aria-label={`사진 ${number} ${hasFailed ? '삭제' : '올리기 취소'}`}
        onClick={onCancel}
      >
        <PageIcon name="x" className="icon icon-s" />
      </button>
    </li>
  )
}

function Progress({ progress }: { progress: ReturnType<typeof useImageUpload>['progress'] }) {
  if (progress === null) return <span>기다리는 중</span>
  return (
    <>
      <span className="num">{progressText(progress)}</span>
      {progress !== 'preparing' && <progress aria-label="사진 올리기" max={100} value={percentOf(progress)} />}
    </>
  )
}

type PhotoTileProps = {
  url: string
  sent: File | null
  number: number
  count: number
  isDragged: boolean
  isMenu: boolean
  handle: DragHandleProps
  onMenu: () => void
  onRemove: () => void
}

export function PhotoTile(props: PhotoTileProps) {
  const { url, sent, number, count, isDragged, isMenu, handle, onMenu, onRemove } = props
  const image = useUploadedImage(url, sent)
  const small = image?.src === url ? (webpUrl(url, 320) ?? undefined) : undefined
  return (
    <li className="photo-tile" data-dragged={isDragged || undefined}>
      {image && <img {...image} srcSet={small} alt={`사진 ${number}/${count}`} draggable={false} />}
      <span className="photo-number num" aria-hidden="true">
        {number === 1 ? '대표' : number}
      </span>
      <button type="button" className="photo-remove" aria-label={`사진 ${number} 삭제`} onClick={onRemove}>
        <PageIcon name="x" className="icon icon-s" />
      </button>
      <button
        type="button"
        className="photo-as-menu"
        aria-label={`사진 ${number} 메뉴판 표시`}
        aria-pressed={isMenu}
        onClick={onMenu}
      >
        <span>메뉴판</span>
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
