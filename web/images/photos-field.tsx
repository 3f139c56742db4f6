import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { MAX_POST_IMAGES, postMessages } from '#rules/post.ts'
import { failedUploadsMessage } from '#rules/uploads.ts'
import { FieldError, FieldLabel } from '../kit/field.tsx'
import { ImagePlus, ImageUp } from '../kit/icons.gen.ts'
import { useDraggedOrder } from '../kit/use-dragged-order.ts'
import { DropArea, FileInput, ToolButton, useFileDropAndPaste } from './file-input.tsx'
import { PhotoTile, UploadTile } from './photo-tiles.tsx'
import { useScrollToError } from './portrait-upload.tsx'
import './upload.css'
import './photo-tiles.css'

export type UploadsState = 'none' | 'running' | 'failed'

type PhotosFieldProps = {
  label: string
  urls: readonly string[]
  change: (next: (urls: readonly string[]) => string[]) => void
  /** The ones of `urls` that show the menu. */
  menus: readonly string[]
  onMenus: (menus: string[]) => void
  onUploads: (uploads: UploadsState, unfinished: number) => void
  /** Number of photos whose upload was unfinished when the form of the draft was left. */
  unfinished: number
  error?: string | undefined
  /** How often the form could not be sent because of the photos alone; each time the focus moves to them. */
  refusals: number
}

type Chosen = { id: number; file: File; hasFailed: boolean }

/**
 * The photos of a post as tiles in their order. Chosen, dropped or pasted files are uploaded one after the other: the
 * first photo under the overlay, the others in their tiles while the form is used.
 */
export function PhotosField(props: PhotosFieldProps) {
  const { label, urls, change, menus, onMenus, onUploads, unfinished, error, refusals } = props
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const lastId = useRef(0)
  const chosenAs = useRef(new Map<string, number>())
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [sent, setSent] = useState<ReadonlyMap<string, File>>(new Map())
  const [fault, setFault] = useState<{ message: string; isRefused: boolean } | null>(null)
  /** Sentences about the refused ones of several files chosen at once. */
  const [refused, setRefused] = useState<readonly string[]>([])
  const isOneOfSeveral = useRef(false)
  const [said, setSaid] = useState('')

  const uploads = chosen.length === 0 ? 'none' : chosen.every(({ hasFailed }) => hasFailed) ? 'failed' : 'running'
  const tell = useEffectEvent(onUploads)
  // Before the browser paints, so that a photo that was just uploaded is not reported as lost for a moment.
  useLayoutEffect(() => tell(uploads, chosen.length), [uploads, chosen.length])
  // By id, because the list may have changed since the upload began.
  const leave = (id: number) => setChosen((before) => before.filter((one) => one.id !== id))
  const mark = (id: number, hasFailed: boolean) =>
    setChosen((before) => before.map((one) => (one.id === id ? { ...one, hasFailed } : one)))
  const take = (files: readonly File[]) => {
    const room = Math.max(0, MAX_POST_IMAGES - urls.length - chosen.length)
    const message = files.length === 0 ? failures.imageMissing : files.length > room ? postMessages.imagesMany : null
    setFault(message === null ? null : { message, isRefused: false })
    setRefused([])
    isOneOfSeveral.current = files.length > 1
    const added = files.slice(0, room).map((file) => ({ id: ++lastId.current, file, hasFailed: false }))
    setChosen((before) => [...before, ...added])
  }
  const finish = (id: number, url: string, file: File) => {
    setSent((before) => new Map(before).set(url, file))
    chosenAs.current.set(url, id)
    // A retried photo keeps the place in which it was chosen.
    change((before) => {
      const later = before.findIndex((one) => (chosenAs.current.get(one) ?? 0) > id)
      return before.toSpliced(later < 0 ? before.length : later, 0, url)
    })
    setSaid(`‘${file.name}’ 올렸어요.`)
    leave(id)
  }
  const fail = (id: number, { name }: File, message: string, isRefused: boolean) => {
    if (isRefused && isOneOfSeveral.current) setRefused((before) => [...before, `${name}: ${message}`])
    else setFault({ message, isRefused })
    if (isRefused) leave(id)
    else mark(id, true)
  }
  /** Sends all failed ones again, because they failed for one reason. */
  const retry = () => {
    setFault(null)
    setChosen((before) => before.map((one) => ({ ...one, hasFailed: false })))
  }
  const remove = (url: string) => {
    change((before) => before.filter((one) => one !== url))
    onMenus(menus.filter((one) => one !== url))
    requestAnimationFrame(() => picker.current?.focus())
  }
  const order = useDraggedOrder<HTMLUListElement>(urls, (url, position) => {
    setSaid(`사진을 ${position}번째로 옮겼어요.`)
    change((before) => before.filter((one) => one !== url).toSpliced(position - 1, 0, url))
  })

  const isOver = useFileDropAndPaste(fieldset, take)
  const isLost = chosen.length === 0 && unfinished > 0
  const faults = [...refused, ...(fault ? [fault.message] : [])].join('\n')
  const message = error ?? (faults || (isLost ? failedUploadsMessage(unfinished) : undefined))
  const describedBy = message ? `${id}-error` : undefined
  const pick = () => input.current?.click()
  const turn = chosen.find(({ hasFailed }) => !hasFailed)?.id
  const count = urls.length + chosen.length
  const isBare = urls.length === 0 && chosen.length <= 1 && !chosen[0]?.hasFailed
  useScrollToError(message, `${id}-error`)
  useEffect(() => {
    if (refusals === 0) return
    const next = fieldset.current?.querySelector<HTMLElement>('.photo-retry') ?? picker.current
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'center' })
  }, [refusals])
  return (
    <fieldset ref={fieldset} className="field" aria-label={label}>
      <FileInput ref={input} label={label} multiple onFiles={take} />
      <span className="field-label" aria-hidden="true">
        <FieldLabel label={label} optional />
        {count > 0 && (
          <span className="field-count">
            {count} / {MAX_POST_IMAGES}
          </span>
        )}
      </span>
      <p className="sr-only" role="status">
        {said}
      </p>
      {isBare && <DropArea picker={picker} pick={pick} describedBy={describedBy} isOver={isOver} />}
      <ul className={isOver && !isBare ? 'photo-tiles photo-tiles-over' : 'photo-tiles'} ref={order.list}>
        {order.ids.map((url, index) => (
          <PhotoTile
            key={url}
            url={url}
            sent={sent.get(url) ?? null}
            number={index + 1}
            count={urls.length}
            isDragged={order.dragged === url}
            isMenu={menus.includes(url)}
            handle={order.handleOf(url, index)}
            onMenu={() => onMenus(toggled(menus, url))}
            onRemove={() => remove(url)}
          />
        ))}
        {chosen.map(({ id, file, hasFailed }, index) => (
          <UploadTile
            key={id}
            file={file}
            number={urls.length + index + 1}
            isTurn={id === turn}
            hasFailed={hasFailed}
            isFirst={urls.length === 0}
            focusAfter={picker}
            onDone={(url, file) => finish(id, url, file)}
            onFault={(message, isRefused) => fail(id, file, message, isRefused)}
            onRetry={retry}
            onCancel={() => leave(id)}
            onCancelAll={() => setChosen([])}
          />
        ))}
        {!isBare && count < MAX_POST_IMAGES && (
          <li>
            <button
              ref={picker}
              type="button"
              className="photo-tile photo-add"
              aria-describedby={describedBy}
              onClick={pick}
            >
              <ImagePlus className="icon icon-l" />
              사진 추가
            </button>
          </li>
        )}
      </ul>
      {urls.length > 1 && <p className="hint">손잡이를 끌어 순서를 바꿀 수 있어요. 맨 앞 사진이 대표 사진이에요.</p>}
      {message && (
        <div className="upload-fault" id={`${id}-error`}>
          <FieldError live>{message}</FieldError>
          {(fault?.isRefused || refused.length > 0) && (
            <ToolButton icon={<ImageUp className="icon" />} onClick={pick}>
              다른 사진 고르기
            </ToolButton>
          )}
        </div>
      )}
    </fieldset>
  )
}

function toggled(menus: readonly string[], url: string): string[] {
  return menus.includes(url) ? menus.filter((one) => one !== url) : [...menus, url]
}
