import type { Friend } from '#contract/reader-state.ts'
import { type Verdict, verdictText } from '#rules/verdict.ts'
import { Avatar } from '../kit/avatar.tsx'
import { useMarks } from '../store/use-store.ts'
import './verdict.css'

type VerdictProps = { place: string | null; verdict: Verdict | null }

/** How many of the members who were at a place would go again, with faces of followed members among them. */
export function VerdictLine({ place, verdict }: VerdictProps) {
  return place && verdict ? <Shelf place={place} verdict={verdict} /> : null
}

function Shelf({ place, verdict }: { place: string; verdict: Verdict }) {
  const { people, again } = verdict
  const { friends = [] } = useMarks(`place ${place}`)
  return (
    <div className="verdict">
      {friends.length > 0 && (
        <span className="verdict-faces">
          {friends.map(({ handle, username, image }) => (
            <Avatar key={handle} name={username} image={image} size="s" />
          ))}
        </span>
      )}
      <p className="num">
        {again > 0 ? (
          <>
            다녀온{' '}
            <b>
              {people}명 중 {again}명
            </b>
            이 또 간대요
          </>
        ) : (
          verdictText(verdict)
        )}
        {friends.length > 0 && <small>{namesOf(friends)}도요</small>}
      </p>
    </div>
  )
}

const NAMED = 2

/** '오늘은면님, 빵지도님'. */
function namesOf(friends: readonly Friend[]): string {
  return friends
    .slice(0, NAMED)
    .map(({ username }) => `${username}님`)
    .join(', ')
}
