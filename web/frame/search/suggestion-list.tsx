import History from 'virtual:icon/history'
import Search from 'virtual:icon/search'
import { Highlight } from '../../kit/highlight.tsx'
import { forgetSearches } from '../../storage/recent-searches.ts'
import type { Suggestion } from './suggestions.ts'

const kindLabels = { recent: '최근', title: '글', place: '장소' } as const

type SuggestionListProps = {
  id: string
  /** Id of a row, for `aria-activedescendant`. */
  optionId: (index: number) => string
  list: readonly Suggestion[]
  active: number
  /** The typed text, highlighted in the suggestions. */
  text: string
  onActive: (index: number) => void
  onChoose: (keyword: string) => void
}

/** The suggestions below the search field. The field keeps the focus. */
export function SuggestionList({ id, optionId, list, active, text, onActive, onChoose }: SuggestionListProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press would take the focus from the field and close the list
    <div className="suggest" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="검색어 제안">
        {list.map(({ text: suggestion, kind }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the keyboard and names the active row
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={suggestion}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className="suggest-row"
            onPointerMove={() => index === active || onActive(index)}
            onClick={() => onChoose(suggestion)}
          >
            {kind === 'recent' ? <History className="icon" /> : <Search className="icon" />}
            <span className="suggest-text">
              <Highlight text={suggestion} keyword={text} />
            </span>
            <small>{kindLabels[kind]}</small>
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
