import { type MouseEvent, useRef, useState } from 'react'
import { READER_HEADER } from '#contract/reader-state.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { apiPaths, EXPORT_FILE_NAME } from '#rules/paths.ts'
import { fetchFromServer, shownReaderHandle } from '../graphql.ts'
import { FieldError } from '../kit/field.tsx'
import { Download } from '../kit/icons.gen.ts'
import { useRouterContext } from '../router-context.ts'
import type { Store } from '../store/store.ts'
import './export.css'

export function ExportButton() {
  const { store } = useRouterContext()
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)

  const start = async (event: MouseEvent) => {
    event.preventDefault()
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setFault(null)
    setPart(0)
    try {
      const { signal } = controller
      saveFile(await downloadFile(store, apiPaths.dataExport, { onProgress: setPart, signal }), EXPORT_FILE_NAME)
    } catch (error) {
      if (!controller.signal.aborted) setFault(error instanceof TypeError ? failures.offline : (error as Error).message)
    } finally {
      running.current = null
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
            onClick={() => running.current?.abort()}
          >
            취소
          </button>
        </div>
      )}
      {fault && <FieldError live>{fault}</FieldError>}
    </div>
  )
}

type DownloadOptions = { onProgress?: (part: number) => void; signal?: AbortSignal }

/** Downloads a file of the viewer and reports the received fraction, from 0 to 1. @throws {Error} with a message to show */
export async function downloadFile(
  store: Store,
  url: string,
  { onProgress, signal }: DownloadOptions = {},
): Promise<Blob> {
  const response = await fetchFromServer(url, {
    ...(signal && { signal }),
    headers: { [READER_HEADER]: shownReaderHandle(store) },
  })
  if (!response.ok || !response.body) throw await readServerError(store, response)
  const total = Number(response.headers.get('content-length'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.length
    if (total > 0) onProgress?.(Math.min(1, received / total))
  }
  // The header of a compressed response gives the compressed length, so the two differ.
  if (total > 0 && received !== total && !response.headers.get('content-encoding')) {
    throw new Error(errorMessages.UNAVAILABLE)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

type Refused = { message: string; extensions?: { code?: string } }

/** The error that a failed response contains. If the session is of another account than the page, the store notes that. */
export async function readServerError(store: Store, response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { errors?: Refused[] } | null
  const { message, extensions } = body?.errors?.[0] ?? { message: errorMessages.UNAVAILABLE }
  if (extensions?.code === 'OTHER_ACCOUNT') store.setSession('other')
  return new Error(message)
}

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // A minute later the browser has started to save the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
