import History from 'virtual:icon/history'
import MapPin from 'virtual:icon/map-pin'
import MapPinned from 'virtual:icon/map-pinned'
import Search from 'virtual:icon/search'
import { Highlight } from '../../kit/highlight.tsx'
import { forgetSearches } from '../../storage/recent-searches.ts'
import type { Suggestion } from './suggestions.ts'

const kinds = {
  recent: { label: '최근', Icon: History },
  correction: { label: '제안', Icon: Search },
  dish: { label: '메뉴', Icon: Search },
  area: { label: '지역', Icon: MapPin },
  landmark: { label: '', Icon: MapPinned },
  title: { label: '글', Icon: Search },
  place: { label: '장소', Icon: Search },
} as const

type SuggestionListProps = {
  id: string
  /** Id of a row, for `aria-activedescendant`. */
  optionId: (index: number) => string
  list: readonly Suggestion[]
  active: number
  /** The typed text, highlighted in the suggestions. */
  text: string
  onActive: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

/** The suggestions below the search field. The field keeps the focus. */
export function SuggestionList({ id, optionId, list, active, text, onActive, onChoose }: SuggestionListProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press would take the focus from the field and close the list
    <div className="suggest" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="검색어 제안">
        {list.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the keyboard and names the active row
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={`${suggestion.text} ${labelOf(suggestion)}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className="suggest-row"
            onPointerMove={() => index === active || onActive(index)}
            onClick={() => onChoose(suggestion)}
          >
            <Row suggestion={suggestion} typed={text} />
          </div>
        ))}
      </div>
      {list.some(({ kind }) => kind === 'recent') && (
        <button type="button" className="suggest-forget" onClick={forgetSearches}>
          최근 검색어 지우기
        </button>
      )}
    </div>
  )
}

function labelOf(suggestion: Suggestion): string {
  return suggestion.kind === 'landmark' ? suggestion.label : kinds[suggestion.kind].label
}

function Row({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const { kind, text } = suggestion
  const { Icon } = kinds[kind]
  return (
    <>
      <Icon className="icon" />
      <span className="suggest-text">
        <Highlight text={text} keyword={typed} />
      </span>
      <small>{labelOf(suggestion)}</small>
    </>
  )
}
