import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { RetryButton } from '../../../kit/empty-state.tsx'
import { FEED_TITLE_ID } from '../../../posts/lists/list-head.ts'
import { useRouterContext } from '../../../router-context.ts'
import { FileChooser } from './choose-file.tsx'
import { dropPlaceImport, importQuery, isImportRunning, type PlaceImport, sendImportFile } from './import-queries.ts'
import { type ImportOutcome, ImportResult } from './import-result.tsx'
import { ImportReview } from './review.tsx'
import './import.css'

type ImportPageProps = { open: boolean; onClose: () => void; handle: string }

/** Imports places from a file of another app, in four steps: choose the file, wait, choose places, see the result. */
export function ImportPage({ onClose, handle }: ImportPageProps) {
  return (
    <div className="wrap import">
      <div className="import-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          내 맛집 가져오기
        </h1>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          내 맛집으로
        </button>
      </div>
      <Steps onClose={onClose} handle={handle} />
    </div>
  )
}

function Steps({ onClose, handle }: Pick<ImportPageProps, 'onClose' | 'handle'>) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { store } = useRouterContext()
  const { data, isPending, isError, refetch } = useQuery(importQuery(graphql))
  const [sending, setSending] = useState('')
  const [failure, setFailure] = useState('')
  const [kept, setKept] = useState<ImportOutcome | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: ['place_import'] })
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error && error.constructor === Error ? error.message : sentenceOf(error))
    }
    await refresh()
  }
  const send = async (file: File) => {
    if (sending) return
    setSending(file.name)
    await attempt(() => sendImportFile(store, file))
    setSending('')
  }
  const drop = (id: string) => attempt(() => dropPlaceImport(graphql, { id }))
  const again = () => {
    setKept(null)
    void refresh()
  }
  if (kept) return <ImportResult kept={kept} left={data?.total ?? 0} onClose={onClose} onAgain={again} />
  if (isPending) return <div className="import-wait" aria-busy="true" />
  if (isError && data === undefined) {
    return (
      <div className="import-wait" role="alert">
        <p>가져오던 내용을 불러오지 못했어요.</p>
        <RetryButton look="outline" small onPress={() => void refetch()} />
      </div>
    )
  }
  if (data?.state === 'ready') {
    return <ImportReview key={data.id} own={data} handle={handle} onKept={setKept} onDrop={() => drop(data.id)} />
  }
  if (data && isImportRunning(data)) return <Progress own={data} onDrop={() => void drop(data.id)} failure={failure} />
  return (
    <FileChooser
      onFile={(file) => void send(file)}
      sending={sending}
      failure={sending ? '' : failure || data?.failure || ''}
    />
  )
}

function Progress({ own, onDrop, failure }: { own: PlaceImport; onDrop: () => void; failure: string }) {
  const { state, done, total } = own
  const text =
    state === 'waiting'
      ? '파일을 읽고 있어요'
      : `장소를 찾고 있어요 ${done.toLocaleString('ko-KR')} / ${total.toLocaleString('ko-KR')}`
  return (
    <div className="import-wait">
      <label>
        <span role="status">{text}</span>
        <progress {...(state === 'matching' && { value: done })} max={Math.max(1, total)} />
      </label>
      <p className="hint">화면을 나가도 계속돼요. 하루 안에 다시 와서 고를 수 있어요.</p>
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <button type="button" className="btn btn-quiet btn-small" onClick={onDrop}>
        가져오기 취소
      </button>
    </div>
  )
}
