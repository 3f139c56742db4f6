import { matcherOfInitialConsonants } from '#rules/hangul.ts'
import { mentionStarts } from '#rules/mentions.ts'
import { Avatar } from '../kit/avatar.tsx'

/** A member that a comment may name after an '@'. */
export type Mentionable = Readonly<{ handle: string; username: string; image: string | null }>

const MOST = 5

/** Members whose nicknames begin with the text after the last '@' of `before`, and where that text begins; null without an '@'. */
export function suggestMentions(
  before: string,
  people: readonly Mentionable[],
): { from: number; list: readonly Mentionable[] } | null {
  const from = mentionStarts(before).at(-1)
  if (from === undefined) return null
  const typed = before.slice(from).toLowerCase()
  const isMeant = matcherOfInitialConsonants(typed) ?? ((name: string) => name.startsWith(typed))
  return { from, list: people.filter(({ username }) => isMeant(username.toLowerCase())).slice(0, MOST) }
}

type MentionListProps = {
  id: string
  list: readonly Mentionable[]
  active: number
  onChoose: (person: Mentionable) => void
}

/** List of suggested members. The text field keeps the focus and handles the keys. */
export function MentionList({ id, list, active, onChoose }: MentionListProps) {
  return (
    <div id={id} className="mentions" role="listbox" aria-label="언급할 이웃">
      {list.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
        <div
          key={person.handle}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.username} image={person.image} size="s" />
          <span>{person.username}</span>
        </div>
      ))}
    </div>
  )
}
