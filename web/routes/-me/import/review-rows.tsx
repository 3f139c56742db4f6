import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { factLine } from '#rules/fact-line.ts'
import { shortAddress } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import type { ChosenPlaces, ImportedRow } from './import-queries.ts'

type RowsProps = { rows: readonly ImportedRow[] }
type PickRowsProps = RowsProps & { picks: ChosenPlaces; onPick: (rows: Iterable<number>, place: number | null) => void }

/** Number of rows that are shown at first, and that each press adds. */
const STEP = 30

/** Rows of the file for which exactly one place was found, each with a check box. */
export function FoundRows({ rows, picks, onPick }: PickRowsProps) {
  const numbers = rows.map(({ row }) => row)
  const isAll = numbers.every((row) => picks.has(row))
  return (
    <Section
      rows={rows}
      title="찾았어요"
      tool={
        <label className="check">
          <input type="checkbox" checked={isAll} onChange={() => onPick(numbers, isAll ? null : 0)} />
          <span>모두 담기</span>
        </label>
      }
    >
      {(row) => {
        const [place] = row.places
        return (
          <label className="check import-place">
            <input
              type="checkbox"
              checked={picks.has(row.row)}
              onChange={() => onPick([row.row], picks.has(row.row) ? null : 0)}
            />
            <span>
              {place?.name}
              <small>{place && wordsOf(place)}</small>
              {place?.name !== row.name && <small>파일에는 ‘{row.name}’</small>}
            </span>
          </label>
        )
      }}
    </Section>
  )
}

/** Rows of the file for which several places were found, each with radio buttons to choose one. */
export function UnsureRows({ rows, picks, onPick }: PickRowsProps) {
  const group = useId()
  return (
    <Section rows={rows} title="어느 곳인지 골라 주세요">
      {(row) => (
        <fieldset className="import-choice">
          <legend>
            {row.name}
            {row.address && <small>{shortAddress(row.address)}</small>}
          </legend>
          {row.places.map((place, index) => (
            <label key={`${place.post} ${place.place_id}`} className="check import-place">
              <input
                type="radio"
                name={`${group} ${row.row}`}
                checked={picks.get(row.row) === index}
                onChange={() => onPick([row.row], index)}
              />
              <span>
                {place.name}
                <small>{wordsOf(place)}</small>
              </span>
            </label>
          ))}
          <label className="check import-place">
            <input
              type="radio"
              name={`${group} ${row.row}`}
              checked={!picks.has(row.row)}
              onChange={() => onPick([row.row], null)}
            />
            <span>담지 않기</span>
          </label>
        </fieldset>
      )}
    </Section>
  )
}

/** Rows of the file for which no place was found, each with a link to search for it. */
export function MissingRows({ rows }: RowsProps) {
  return (
    <Section rows={rows} title="찾지 못했어요">
      {(row) => (
        <p className="import-missing">
          <span>
            {row.name}
            {row.address && <small>{shortAddress(row.address)}</small>}
          </span>
          <Link to={paths.search} search={{ keyword: row.name }} className="link" aria-label={`‘${row.name}’ 찾아보기`}>
            찾아보기
          </Link>
        </p>
      )}
    </Section>
  )
}

type SectionProps = RowsProps & { title: string; tool?: ReactNode; children: (row: ImportedRow) => ReactNode }

function Section({ rows, title, tool, children }: SectionProps) {
  const id = useId()
  const [shown, setShown] = useState(STEP)
  if (rows.length === 0) return null
  return (
    <section className="import-section" aria-labelledby={id}>
      <div className="import-section-head">
        <h2 id={id}>
          {title} <span className="num">{rows.length.toLocaleString('ko-KR')}</span>
        </h2>
        {tool}
      </div>
      <ul>
        {rows.slice(0, shown).map((row) => (
          <li key={row.row}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => setShown(shown + STEP)}>
          더 보기
        </button>
      )}
    </section>
  )
}

function wordsOf({ category, address }: ImportedRow['places'][number]): string | null {
  return factLine([category, address && shortAddress(address)])
}
