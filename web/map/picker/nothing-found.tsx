import type { NothingFound as Nothing } from './use-places.ts'

type NothingFoundProps = {
  nothing: Nothing
  onSearch: (keyword: string) => void
  /** Opens the fields for typing the place by hand. */
  onType: (keyword: string) => void
  /** Puts a pin in the middle of the map; undefined without a map. */
  onPlacePin: (() => void) | undefined
}

/** Next steps after a search that found nothing: suggested names, typing the address, setting a pin. */
export function NothingFound({ nothing: { keyword, suggestions }, onSearch, onType, onPlacePin }: NothingFoundProps) {
  return (
    <div className="picker-nothing">
      <div role="status">
        {suggestions.length > 0 && (
          <>
            <p>혹시 이곳을 찾으세요?</p>
            <ul className="picker-suggestions">
              {suggestions.map((name) => (
                <li key={name}>
                  <button type="button" className="btn btn-outline btn-small" onClick={() => onSearch(name)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="hint">찾는 곳이 없으면 주소를 입력하거나 지도에 핀을 놓아 주세요.</p>
      <div className="picker-suggestions">
        <button type="button" className="btn btn-quiet btn-small" onClick={() => onType(keyword)}>
          주소 입력하기
        </button>
        {onPlacePin && (
          <button type="button" className="btn btn-quiet btn-small" onClick={onPlacePin}>
            직접 핀 놓기
          </button>
        )}
      </div>
    </div>
  )
}
