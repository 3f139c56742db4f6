import { useEffect, useRef, useState } from 'react'
import { IMPORT_ACCEPT, importLimits } from '#rules/place-imports.ts'
import { FieldError } from '../../../kit/field.tsx'
import { FileUp } from '../../../kit/icons.gen.ts'
import '../../../images/upload.css'

type FileChooserProps = { onFile: (file: File) => void; sending: string; failure: string }

/** Lets the person choose a file by a button, or drop one anywhere on the page. */
export function FileChooser({ onFile, sending, failure }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDroppedFile(onFile)
  return (
    <div className="import-choose">
      <p>구글 지도 같은 앱에서 다운로드한 파일의 맛집을 찾아서 담아 드려요. 담기 전에 하나하나 확인할 수 있어요.</p>
      <div className={isOver ? 'drop drop-over' : 'drop'}>
        <span className="drop-icon">
          <FileUp className="icon icon-l" />
        </span>
        <b className="with-mouse">파일을 끌어다 놓아 주세요</b>
        <b className="without-mouse">파일을 골라 주세요</b>
        <span className="hint">CSV, KML, KMZ, GPX, GeoJSON ·&nbsp;{importLimits.bytes / 1024 / 1024}MB까지</span>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={sending !== '' || undefined}
          onClick={() => sending || input.current?.click()}
        >
          {sending ? '올리는 중…' : '파일 고르기'}
        </button>
        <input
          ref={input}
          type="file"
          accept={IMPORT_ACCEPT}
          hidden
          aria-label="가져올 파일"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
      {failure && <FieldError live>{failure}</FieldError>}
      <details className="import-help">
        <summary>어떤 파일을 가져올 수 있나요?</summary>
        <ul>
          <li>
            {
              '구글 지도: Google Takeout에서 ‘저장됨’\u2060이나 ‘지도(내 장소)’\u2060를 다운로드한 CSV, Saved Places.json, ZIP'
            }
          </li>
          <li>구글 내 지도와 어스: KML, KMZ</li>
          <li>내비와 등산 앱: GPX</li>
          <li>엑셀: 이름과 주소가 있는 표를 CSV로 저장한 파일</li>
          <li>맛나눔에서 다운로드한 모든 파일</li>
        </ul>
      </details>
    </div>
  )
}

/** Calls `take` with a file that is dropped on the page. @returns whether a file is being dragged over it */
function useDroppedFile(take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      // By default the browser would open the dropped file in place of the page.
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file) latest.current(file)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    addEventListener('dragover', drag, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', leave, { signal })
    return () => listening.abort()
  }, [])
  return isOver
}
