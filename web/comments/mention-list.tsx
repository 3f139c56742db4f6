import { matcherOfInitials } from '#rules/hangul.ts'
import { mentionStarts } from '#rules/mentions.ts'
import { Avatar } from '../kit/avatar.tsx'

/** A member that a comment may name. */
export type Person = Readonly<{ handle: string; username: string; image: string | null }>

const MOST = 5

/** Members whose nicknames begin with the text after its last '@', and the position of that '@'; null without one. */
export function suggest(before: string, people: readonly Person[]): { from: number; list: readonly Person[] } | null {
  const from = mentionStarts(before).at(-1)
  if (from === undefined) return null
  const typed = before.slice(from).toLowerCase()
  const isMeant = matcherOfInitials(typed) ?? ((name: string) => name.startsWith(typed))
  return { from, list: people.filter(({ username }) => isMeant(username.toLowerCase())).slice(0, MOST) }
}

type MentionListProps = {
  id: string
  list: readonly Person[]
  active: number
  onChoose: (person: Person) => void
}

/** The keys are pressed in the field, which keeps the focus. */
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
