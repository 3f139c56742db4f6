import drawings from '../pictures/states.svg'

/** The drawings of web/pictures/states.svg. */
export type DrawingName =
  | 'bowl'
  | 'lost'
  | 'search'
  | 'closed'
  | 'want'
  | 'been'
  | 'liked'
  | 'write'
  | 'album'
  | 'bell'
  | 'talk'
  | 'people'
  | 'table'
  | 'map'
  | 'pot'

/** A drawing for something that is empty; the words beside it say the same. `isSmall` within a screen that is not. */
export function Drawing({ name, isSmall }: { name: DrawingName; isSmall?: boolean }) {
  return (
    <svg className={isSmall ? 'empty-state-art empty-state-art-small' : 'empty-state-art'} aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
