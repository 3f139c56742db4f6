import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { HEIC_ACCEPT, IMAGE_ACCEPT, imageLimits } from '#rules/uploads.ts'
import { ImagePlus } from '../kit/icons.gen.ts'

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

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

export const FILE_LIMITS_TEXT = `JPG, PNG ·\u00a0${imageLimits.sourceBytes / 1024 / 1024}MB까지`

type ToolButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  icon?: ReactNode
  describedBy?: string | undefined
  onClick: () => void
  children: ReactNode
}

export function ToolButton({ ref, icon, describedBy, onClick, children }: ToolButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="btn btn-outline btn-small"
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  )
}

type DropAreaProps = {
  picker: RefObject<HTMLButtonElement | null>
  pick: () => void
  describedBy: string | undefined
  isOver: boolean
}

export function DropArea({ picker, pick, describedBy, isOver }: DropAreaProps) {
  return (
    <div className={isOver ? 'drop drop-over' : 'drop'}>
      <span className="drop-icon">
        <ImagePlus className="icon icon-l" />
      </span>
      <b className="with-mouse">사진을 끌어다 놓거나 붙여 넣어 주세요</b>
      <b className="without-mouse">사진을 올려 주세요</b>
      <span className="hint">{FILE_LIMITS_TEXT}, 큰 사진은 줄여서 올려요</span>
      <ToolButton ref={picker} describedBy={describedBy} onClick={pick}>
        사진 고르기
      </ToolButton>
    </div>
  )
}

/**
 * Passes files dropped or pasted on the form to `take`. Files dropped elsewhere are ignored, because the browser would open
 * them in place of the page.
 * @returns whether a file is being dragged over the form
 */
export function useFileDropAndPaste(inside: RefObject<HTMLElement | null>, take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const isOnForm = ({ target }: Event) => {
    const form = inside.current?.closest('form')
    return target instanceof Node && form?.contains(target) === true
  }

  const drag = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOnForm(event) ? 'copy' : 'none'
    setOver(isOnForm(event))
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0 && isOnForm(event)) take(files)
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false)
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // Office programs copy text together with a picture of it. The person wants to paste the text.
    const isText = event.clipboardData?.types.includes('text/plain')
    if (files.length === 0 || isText || !(isOnForm(event) || event.target === document.body)) return
    event.preventDefault()
    take(files)
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('dragover', drag, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])
  return isOver
}

function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}
