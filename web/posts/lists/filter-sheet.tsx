import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { SlidersHorizontal, X } from '../../kit/icons.gen.ts'
import { type FactFilters, type FactGroup, factGroups, factsOf, joinFacts, noFacts, withFilter } from './list-search.ts'
import '../../kit/picks.css'

const titles: Record<FactGroup, string> = { kind: '종류', price: '한 사람 가격', traits: '이런 점이 좋은 곳' }

const groups = Object.entries(factGroups) as [FactGroup, Record<string, string>][]

type FilterSheetProps = { open: boolean; onClose: () => void; search: FactFilters }

export function FilterSheet({ open, onClose, search }: FilterSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} icon={SlidersHorizontal} title="필터">
      <Choices chosen={factsOf(search)} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ chosen, onClose }: { chosen: FactFilters; onClose: () => void }) {
  const navigate = useNavigate()
  const [facts, setFacts] = useState(chosen)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void navigate({ to: '.', search: withFilter({ ...noFacts, ...facts }), resetScroll: false })
  }
  return (
    <form className="dialog-form picks-groups" onSubmit={apply}>
      {groups.map(([group, labels]) => (
        <fieldset key={group}>
          <legend>{titles[group]}</legend>
          <div className="picks">
            {Object.entries(labels).map(([key, label]) => (
              <label key={key} className="pick">
                <input
                  type="checkbox"
                  checked={keysOf(facts, group).includes(key)}
                  onChange={() => setFacts({ ...facts, [group]: toggled(facts, group, key) })}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={() => setFacts({})}>
          초기화
        </button>
        <button type="submit" className="btn btn-primary">
          글 보기
        </button>
      </DialogButtons>
    </form>
  )
}

function keysOf(facts: FactFilters, group: FactGroup): string[] {
  return facts[group]?.split(',') ?? []
}

function toggled(facts: FactFilters, group: FactGroup, key: string): string | undefined {
  const keys = keysOf(facts, group)
  return joinFacts(group, keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
}

export function ChosenFacts({ search }: { search: FactFilters }) {
  const common = { to: '.', resetScroll: false, preload: false, activeOptions: { exact: true } } as const
  return (
    <ul className="chosen-facts" aria-label="선택한 조건">
      {groups.flatMap(([group, labels]) =>
        keysOf(search, group).map((key) => (
          <li key={key}>
            <Link
              {...common}
              search={withFilter({ [group]: toggled(search, group, key) })}
              className="chosen-fact"
              aria-label={`${labels[key]} 조건 해제`}
              aria-current="false"
            >
              {labels[key]}
              <X className="icon icon-s" />
            </Link>
          </li>
        )),
      )}
      <li>
        <Link {...common} search={withFilter(noFacts)} className="link" aria-current="false">
          초기화
        </Link>
      </li>
    </ul>
  )
}
