import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { RetryButton } from '../../../kit/empty-state.tsx'
import { FieldError } from '../../../kit/field.tsx'
import { onDemand } from '../../../kit/on-demand.tsx'
import { invalidateMarkQueries } from '../../../posts/cards/toggle-mark.ts'
import { refreshCollections, useCollections } from '../../../posts/collections/collection-queries.ts'
import { useRouterContext } from '../../../router-context.ts'
import {
  type ChosenPlaces,
  type ImportedRow,
  importedRowsQuery,
  keepImported,
  type PlaceImport,
} from './import-queries.ts'
import type { ImportOutcome } from './import-result.tsx'
import { FoundRows, MissingRows, UnsureRows } from './review-rows.tsx'
import '../../../styles/choice.css'

type ReviewProps = {
  own: PlaceImport
  handle: string
  onKept: (kept: ImportOutcome) => void
  onDrop: () => Promise<void>
}

const CollectionForm = onDemand(
  async () => (await import('../../../posts/collections/collection-form.tsx')).CollectionForm,
)

const WANT = 'want'

/** Shows the places found for the file's rows, to choose from. Only the button below saves them. */
export function ImportReview({ own, handle, onKept, onDrop }: ReviewProps) {
  const graphql = useGraphql()
  const { data: rows, isError, refetch } = useQuery(importedRowsQuery(graphql, own.id))
  if (rows) return <Lists own={own} rows={rows} handle={handle} onKept={onKept} onDrop={onDrop} />
  if (!isError) return <div className="import-wait" aria-busy="true" />
  return (
    <div className="import-wait" role="alert">
      <p>찾은 곳을 불러오지 못했어요.</p>
      <RetryButton look="outline" small onPress={() => void refetch()} />
    </div>
  )
}

function Lists({ own, rows, handle, onKept, onDrop }: ReviewProps & { rows: readonly ImportedRow[] }) {
  const context = useRouterContext()
  const client = useQueryClient()
  const { data: collections = [] } = useCollections(handle)
  const [picks, setPicks] = useState<ChosenPlaces>(
    () => new Map(rows.filter(({ state }) => state === 'found').map(({ row }) => [row, 0])),
  )
  const [target, setTarget] = useState(WANT)
  const [isAdding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const pick = (chosen: Iterable<number>, place: number | null) => {
    const next = new Map(picks)
    for (const row of chosen) place === null ? next.delete(row) : next.set(row, place)
    setPicks(next)
  }
  const of = (state: ImportedRow['state']) => rows.filter((row) => row.state === state)
  const keep = async () => {
    if (busy || picks.size === 0) return
    setBusy(true)
    setFailure('')
    try {
      const collection = target === WANT ? null : target
      const kept = await keepImported(context.graphql, {
        id: own.id,
        rows: [...picks.keys()],
        choices: [...picks.values()],
        collection,
      })
      invalidateMarkQueries(context)
      await refreshCollections(client)
      await client.invalidateQueries({ queryKey: ['place_import'] })
      onKept({ ...kept, collection })
    } catch (error) {
      setFailure(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <>
      <p className="import-summary" role="status">
        {[...summaryOf(own)].join(' ·\u00a0')}
      </p>
      <FoundRows rows={of('found')} picks={picks} onPick={pick} />
      <UnsureRows rows={of('unsure')} picks={picks} onPick={pick} />
      <MissingRows rows={of('missing')} />
      <BadRows own={own} />
      <div>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => void onDrop()}>
          가져오기 취소
        </button>
      </div>
      <div className="import-bar">
        <label>
          <span>담을 곳</span>
          <select className="choice" value={target} onChange={(event) => setTarget(event.target.value)}>
            <option value={WANT}>가고 싶어요</option>
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="btn btn-quiet"
          onPointerEnter={CollectionForm.preload}
          onClick={() => setAdding(true)}
        >
          새 모음
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy || picks.size === 0 || undefined}
          onClick={() => void keep()}
        >
          {busy ? '담는 중…' : `${picks.size.toLocaleString('ko-KR')}곳 담기`}
        </button>
        {failure && <FieldError live>{failure}</FieldError>}
      </div>
      <CollectionForm
        open={isAdding}
        onClose={() => setAdding(false)}
        collection={null}
        onDone={({ id }) => {
          setAdding(false)
          setTarget(id)
        }}
      />
    </>
  )
}

function* summaryOf({ found, unsure, missing, bad }: PlaceImport): Generator<string> {
  const numbers = { '찾은 곳': found, '고를 곳': unsure, '못 찾은 곳': missing, '읽지 못한 줄': bad }
  for (const [name, number] of Object.entries(numbers))
    if (number > 0) yield `${name} ${number.toLocaleString('ko-KR')}`
}

function BadRows({ own: { bad, badRows } }: { own: PlaceImport }) {
  if (bad === 0) return null
  return (
    <details className="import-section">
      <summary>읽지 못한 줄 {bad.toLocaleString('ko-KR')}</summary>
      <ul className="import-bad">
        {badRows.map(({ file, line, message }) => (
          <li key={`${file} ${line}`}>
            {file && `${file} `}
            {line.toLocaleString('ko-KR')}번째 줄: {message}
          </li>
        ))}
        {bad > badRows.length && <li>그 밖의 {(bad - badRows.length).toLocaleString('ko-KR')}줄</li>}
      </ul>
    </details>
  )
}
