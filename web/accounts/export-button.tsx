import { type MouseEvent, useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { apiPaths, EXPORT_NAME } from '#rules/paths.ts'
import { FieldError } from '../kit/field.tsx'
import { Download } from '../kit/icons.gen.ts'
import { useRouterContext } from '../router-context.ts'
import { download, saveFile } from './download.ts'
import './export.css'

export function ExportButton() {
  const { store } = useRouterContext()
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const travelling = useRef<AbortController | null>(null)

  const start = async (event: MouseEvent) => {
    event.preventDefault()
    if (travelling.current) return
    const controller = new AbortController()
    travelling.current = controller
    setFault(null)
    setPart(0)
    try {
      const { signal } = controller
      saveFile(await download(store, apiPaths.dataExport, { onProgress: setPart, signal }), EXPORT_NAME)
    } catch (error) {
      if (!controller.signal.aborted) setFault(error instanceof TypeError ? failures.offline : (error as Error).message)
    } finally {
      travelling.current = null
      setPart(null)
    }
  }
  return (
    <div className="export">
      {part === null ? (
        <a href={apiPaths.dataExport} download className="btn btn-outline btn-small" onClick={start}>
          <Download className="icon" />내 데이터 다운로드
        </a>
      ) : (
        <div className="export-progress">
          <label>
            <span>다운로드 중… {Math.floor(part * 100)}%</span>
            <progress value={part} />
          </label>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-label="다운로드 취소"
            onClick={() => travelling.current?.abort()}
          >
            취소
          </button>
        </div>
      )}
      {fault && <FieldError live>{fault}</FieldError>}
    </div>
  )
}
