import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '#rules/paths.ts'
import type { KeptCounts } from './import-queries.ts'

/** Counts of the kept places, and the id of the collection that they were added to; null for the list '가고 싶어요'. */
export type ImportOutcome = KeptCounts & { collection: string | null }

type ResultProps = {
  kept: ImportOutcome
  left: number
  onClose: () => void
  onAgain: () => void
}

/** Says how many places were kept, were there already, or have disappeared. */
export function ImportResult({
  kept: { saved, collected, known, gone, collection },
  left,
  onClose,
  onAgain,
}: ResultProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const lines = [
    saved > 0 && `‘가고 싶어요’\u2060에 ${count(saved)}을 담았어요.`,
    collected > 0 && `모음에 ${count(collected)}을 담았어요.`,
    known > 0 && `${count(known)}은 이미 담겨 있었어요.`,
    gone > 0 && `${count(gone)}은 그사이 사라졌어요.`,
  ].filter((line) => line !== false)
  return (
    <div className="import-result">
      <h2 ref={title} tabIndex={-1}>
        다 담았어요
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="import-buttons">
        {collection !== null && (
          <Link to={paths.collection} params={{ id: collection }} className="btn btn-primary">
            모음 보기
          </Link>
        )}
        <button type="button" className={collection === null ? 'btn btn-primary' : 'btn btn-outline'} onClick={onClose}>
          내 맛집 보기
        </button>
        {left > 0 && (
          <button type="button" className="btn btn-outline" onClick={onAgain}>
            남은 {count(left)} 이어서 고르기
          </button>
        )}
      </div>
    </div>
  )
}

function count(places: number): string {
  return `${places.toLocaleString('ko-KR')}곳`
}
