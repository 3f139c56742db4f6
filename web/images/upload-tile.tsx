import { type RefObject, useEffect, useEffectEvent } from 'react'
import { PageIcon } from '../kit/page-icons.tsx'
import { UploadingOverlay } from './uploading-overlay.tsx'
import { useImageUpload } from './use-image-upload.ts'

type UploadTileProps = {
  file: File
  number: number
  /** Starts when it becomes true. */
  isTurn: boolean
  /** There is no photo yet, so this one is uploaded under the overlay. */
  isFirst: boolean
  focusAfter: RefObject<HTMLElement | null>
  onDone: (url: string, sent: File) => void
  onFault: (message: string, isRefused: boolean) => void
  onRetry: () => void
  onCancel: () => void
  onCancelAll: () => void
}

/** A chosen file until it is uploaded. Taken out of the form, it ends its upload. */
export function UploadTile(props: UploadTileProps) {
  const { file, number, isTurn, isFirst, focusAfter, onDone, onFault, onRetry, onCancel, onCancelAll } = props
  const { progress, fault, take } = useImageUpload(onDone)
  const start = useEffectEvent(() => take(file))
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
  const retry = fault?.retry
  return (
    <li className={retry ? 'photo-tile photo-failed' : 'photo-tile photo-underway'}>
      {retry ? (
        <button
          type="button"
          className="photo-retry"
          onClick={() => {
            onRetry()
            retry()
          }}
        >
          <PageIcon name="rotate-cw" />
          다시 시도
        </button>
      ) : (
        <Progress progress={progress} />
      )}
      <button
        type="button"
        className="photo-remove"
        aria-label={`사진 ${number} ${retry ? '빼기' : '올리기 그만두기'}`}
        onClick={onCancel}
      >
        <PageIcon name="x" className="icon icon-s" />
      </button>
    </li>
  )
}

function Progress({ progress }: { progress: ReturnType<typeof useImageUpload>['progress'] }) {
  if (progress === null) return <span>기다리는 중</span>
  if (progress === 'preparing') return <span>준비하는 중</span>
  const percent = Math.floor(progress * 100)
  return (
    <>
      <span className="num">{percent}%</span>
      <progress aria-label="사진 올리기" max={100} value={percent} />
      <span>올리는 중</span>
    </>
  )
}
