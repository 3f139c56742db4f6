import { useState } from 'react'
import { PLACE_FILE_PATH } from '#rules/place-imports.ts'
import { downloadFile, saveFile } from '../../accounts/export-button.tsx'
import { sentenceOf } from '../../failures.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Download } from '../../kit/icons.gen.ts'
import { useCollections } from '../../posts/collections/collection-queries.ts'
import { useRouterContext } from '../../router-context.ts'
import './import/import.css'

const formats = [
  { format: 'csv', name: 'CSV', use: '엑셀' },
  { format: 'geojson', name: 'GeoJSON', use: '다른 지도 앱' },
  { format: 'kml', name: 'KML', use: '구글 지도' },
  { format: 'gpx', name: 'GPX', use: '내비·등산 앱' },
] as const

type ExportDialogProps = { open: boolean; onClose: () => void; handle: string }

/** Dialog to download one of the member's lists or collections as a file. */
export function ExportDialog({ open, onClose, handle }: ExportDialogProps) {
  const { store } = useRouterContext()
  const { data: collections = [] } = useCollections(handle)
  const [chosen, setChosen] = useState('want')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const lists = [{ id: 'want', name: '가고 싶어요' }, { id: 'been', name: '다녀왔어요' }, ...collections]
  const title = lists.find(({ id }) => id === chosen)?.name ?? ''
  const take = async (format: string) => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      const url = PLACE_FILE_PATH.replace(':name', `${chosen}.${format}`)
      saveFile(await downloadFile(store, url), `${title}.${format}`)
    } catch (error) {
      setFailure(error instanceof Error && error.constructor === Error ? error.message : sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={Download}
      title="내 맛집 내보내기"
      description="다른 앱에서 열거나, 나중에 다시 가져올 수 있어요."
    >
      <label className="export-list">
        <span>내보낼 목록</span>
        <select className="choice" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ul className="export-formats">
        {formats.map(({ format, name, use }) => (
          <li key={format}>
            <button
              type="button"
              className="btn btn-outline"
              aria-disabled={busy || undefined}
              onClick={() => void take(format)}
            >
              {name}
              <small>{use}</small>
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">위치가 없는 곳은 GPX 파일에 들어가지 않아요.</p>
      {failure && <FieldError live>{failure}</FieldError>}
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          닫기
        </button>
      </DialogButtons>
    </Dialog>
  )
}
