import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { formatNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { sentenceOf } from '../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../graphql.ts'
import { findPositionOrToast } from '../kit/current-position.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LocateFixed, MapPin } from '../kit/icons.gen.ts'
import { isComposing } from '../kit/is-composing.ts'
import { chooseTown, useRecentTowns } from '../storage/recent-towns.ts'
import { type Town, useTown } from '../storage/remembered.ts'
import { loadAreaPathAt, TOWN_ZOOM } from './areas.tsx'
import { landmarkLabel } from './landmarks.ts'
import '../kit/forms.css'
import './town-sheet.css'

const getTowns = graphql(/* GraphQL */ `
  query getTowns($keyword: String!) {
    resolveKeyword(keyword: $keyword) {
      areas { name path position { lat lng } }
      landmarks { name kind area position { lat lng } }
    }
  }
`)

function townsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['towns', keyword],
    queryFn: ({ signal }) => getTowns(execute, { keyword }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
}

type ChoiceProps = { onChosen: (town: Town) => void }

export function TownSheet({ open, onClose, onChosen }: ChoiceProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} icon={MapPin} title="어느 동네를 볼까요?">
      <TownChoices
        onChosen={(town) => {
          onClose()
          onChosen(town)
        }}
      />
    </Dialog>
  )
}

/** Remembers the town at a position as the reader's, and returns it. */
export async function chooseTownAt(execute: ExecuteGraphql, position: Position): Promise<Town> {
  const area = await loadAreaPathAt(execute, { ...position, zoom: TOWN_ZOOM }).catch(() => '')
  const town = { near: formatNear(position), ...(area && { area }), name: area.split('/').at(-1) || '현재 위치' }
  chooseTown(town)
  return town
}

/** Asks for the town by position or by its name, and keeps the chosen one. */
export function TownChoices({ onChosen }: ChoiceProps) {
  const graphql = useGraphql()
  const [isFinding, setFinding] = useState(false)
  const choosePosition = async () => {
    setFinding(true)
    const position = await findPositionOrToast()
    const town = position && (await chooseTownAt(graphql, position))
    setFinding(false)
    if (town) onChosen(town)
  }
  return (
    <div className="towns">
      <button type="button" className="btn btn-outline" aria-disabled={isFinding} onClick={() => void choosePosition()}>
        <LocateFixed className="icon" />
        {isFinding ? '찾는 중…' : '현재 위치로 보기'}
      </button>
      <TownField onChosen={onChosen} />
      <RecentTowns onChosen={onChosen} />
    </div>
  )
}

/** Below the field until something is typed there. */
function RecentTowns({ onChosen }: ChoiceProps) {
  const towns = useRecentTowns(useTown())
  if (towns.length === 0) return null
  return (
    <section className="recent-towns" aria-labelledby="recent-towns">
      <h3 id="recent-towns">최근 고른 동네</h3>
      <ul>
        {towns.map((town) => (
          <li key={`${town.name} ${town.near}`}>
            <button
              type="button"
              className="tool-link"
              onClick={() => {
                chooseTown(town)
                onChosen(town)
              }}
            >
              {town.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TownFieldProps = {
  onChosen: (town: Town, position: Position) => void
  /** Whether the chosen town becomes the reader's. */
  isRemembered?: boolean
  /** Name of the town that is chosen already. */
  start?: string
  id?: string
  isFocused?: boolean
}

/** Field for the name of a town, with the towns found below it. */
export function TownField({ onChosen, isRemembered = true, start = '', id, isFocused = false }: TownFieldProps) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const [typed, setTyped] = useState(start)
  /** The name of the chosen town, for which nothing is searched. */
  const [chosen, setChosen] = useState(start)
  const keyword = useDeferredValue(typed === chosen ? '' : typed.trim())
  const { data, error } = useQuery(townsQuery(graphql, keyword))
  const choose = ({ label: _, position, ...town }: FoundTown) => {
    if (isRemembered) chooseTown(town)
    setTyped(town.name)
    setChosen(town.name)
    // The pressed button disappears, and the focus would be lost with it.
    field.current?.focus()
    onChosen(town, position)
  }
  const chooseFirst = async () => {
    if (typed.trim() === '' || typed === chosen) return
    const found = await client.fetchQuery(townsQuery(graphql, typed.trim())).catch(() => undefined)
    const [first] = townsOf(found)
    if (first) choose(first)
  }
  const towns = keyword === '' ? [] : townsOf(data)
  return (
    <div className="town-field">
      <input
        ref={field}
        type="search"
        className="input"
        id={id}
        aria-label={id ? undefined : '동네나 역 이름'}
        placeholder="동네나 역 이름"
        value={typed}
        maxLength={searchLimits.keyword}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && void chooseFirst()}
        onChange={({ target }) => setTyped(target.value)}
      />
      {/* Safari gives no focus to a pressed button, and the list is shown only while the field has it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field */}
      <div className="found-towns" onMouseDown={(event) => event.preventDefault()}>
        <ul>
          {towns.map((town) => (
            <li key={`${town.name} ${town.label}`}>
              <button type="button" onClick={() => choose(town)}>
                <b>{town.name}</b>
                {town.label}
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className="found-towns-note">
          {error !== null
            ? sentenceOf(error)
            : keyword !== '' &&
              data &&
              (towns.length > 0 ? `${towns.length}곳을 찾았어요.` : '일치하는 동네나 역이 없어요.')}
        </p>
      </div>
    </div>
  )
}

type Found = ResultOf<typeof getTowns>

type FoundTown = Town & { label: string; position: Position }

function townsOf(found: Found | undefined): FoundTown[] {
  const areas = (found?.areas ?? []).map(({ name, path, position }) => ({
    name: path.split('/').at(-1) ?? name,
    near: formatNear(position),
    position,
    area: path,
    label: path.split('/').slice(0, -1).join(' '),
  }))
  const landmarks = (found?.landmarks ?? []).map((one) => ({
    name: one.name,
    near: formatNear(one.position),
    position: one.position,
    around: one.name,
    label: landmarkLabel(one),
  }))
  return [...areas, ...landmarks]
}
