import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { writeNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { sentenceOf } from '../../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../graphql.ts'
import { askCurrentPosition } from '../../kit/current-position.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { LocateFixed, MapPin } from '../../kit/icons.gen.ts'
import { isComposing } from '../../kit/is-composing.ts'
import { loadAreaAt } from '../../places/areas.tsx'
import { landmarkLabel } from '../../places/landmarks.ts'
import { rememberTown, type Town } from '../../storage/remembered.ts'
import '../../kit/forms.css'

const getTowns = graphql(/* GraphQL */ `
  query getTowns($keyword: String!) {
    resolveKeyword(keyword: $keyword) {
      areas { name path position { lat lng } }
      landmarks { name kind area position { lat lng } }
    }
  }
`)

/** At this zoom a 동 fills a phone's screen. */
const TOWN_ZOOM = 15

function townsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['towns', keyword],
    queryFn: ({ signal }) => getTowns(execute, { keyword }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
}

export function TownSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} icon={MapPin} title="어느 동네를 볼까요?">
      <TownChoices onChosen={onClose} />
    </Dialog>
  )
}

export function TownChoices({ onChosen }: { onChosen: () => void }) {
  const graphql = useGraphql()
  const navigate = useNavigate()
  const client = useQueryClient()
  const choose = ({ label: _, ...town }: Town & { label?: string }) => {
    const { name: __, ...search } = town
    onChosen()
    rememberTown(town)
    void navigate({ to: paths.here, search })
  }
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data, error } = useQuery(townsQuery(graphql, keyword))
  const chooseFirst = async () => {
    if (typed.trim() === '') return
    const found = await client.fetchQuery(townsQuery(graphql, typed.trim())).catch(() => undefined)
    const [first] = townsOf(found)
    if (first) choose(first)
  }
  const [isFinding, setFinding] = useState(false)
  const here = async () => {
    setFinding(true)
    const position = await askCurrentPosition()
    const area = position && (await loadAreaAt(graphql, { ...position, zoom: TOWN_ZOOM }).catch(() => ''))
    setFinding(false)
    if (!position) return
    const name = area?.split('/').at(-1) || '지금 위치'
    choose({ near: writeNear(position), ...(area && { area }), name })
  }
  const towns = keyword === '' ? [] : townsOf(data)
  return (
    <div className="towns">
      <button type="button" className="btn btn-outline" aria-disabled={isFinding} onClick={() => void here()}>
        <LocateFixed className="icon" />
        {isFinding ? '찾는 중…' : '현재 위치로 보기'}
      </button>
      <input
        type="search"
        className="input"
        aria-label="동네나 역 이름"
        placeholder="동네나 역 이름"
        value={typed}
        maxLength={searchLimits.keyword}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && void chooseFirst()}
        onChange={({ target }) => setTyped(target.value)}
      />
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
      <p role="status">
        {error !== null
          ? sentenceOf(error)
          : keyword !== '' &&
            data &&
            (towns.length > 0 ? `${towns.length}곳을 찾았어요.` : '일치하는 동네나 역이 없어요.')}
      </p>
    </div>
  )
}

type Found = ResultOf<typeof getTowns>

function townsOf(found: Found | undefined): (Town & { label: string })[] {
  const areas = (found?.areas ?? []).map(({ name, path, position }) => ({
    name: path.split('/').at(-1) ?? name,
    near: writeNear(position),
    area: path,
    label: path.split('/').slice(0, -1).join(' '),
  }))
  const landmarks = (found?.landmarks ?? []).map((one) => ({
    name: one.name,
    near: writeNear(one.position),
    around: one.name,
    label: landmarkLabel(one),
  }))
  return [...areas, ...landmarks]
}
