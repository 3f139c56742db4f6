import { matchRanges } from './match-ranges.ts'

type HighlightProps = {
  text: string
  /** Undefined outside a search. */
  keyword: string | undefined
}

/** The text with the words of the keyword marked. */
export function Highlight({ text, keyword }: HighlightProps) {
  if (!keyword) return text
  let end = 0
  const parts = matchRanges(text, keyword).map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <span key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
