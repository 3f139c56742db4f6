import Heart from 'virtual:icon/heart'
import MapPin from 'virtual:icon/map-pin'
import Pencil from 'virtual:icon/pencil'
import Trash2 from 'virtual:icon/trash-2'
import { useViewer } from '../../reader/reader-store.ts'

const icons = { heart: Heart, 'map-pin': MapPin, pencil: Pencil, trash: Trash2 } as const

/** Only on cards of one's own posts. */
const ofOwnPosts: readonly string[] = ['pencil', 'trash']

type CardIconProps = { name: keyof typeof icons; className?: string }

/** An icon that many cards show: its shapes are on the page once (`CardIcons`). */
export function CardIcon({ name, className = 'icon' }: CardIconProps) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#${name}`} />
    </svg>
  )
}

export function CardIcons() {
  const isMember = useViewer() !== null
  const shown = Object.entries(icons).filter(([name]) => isMember || !ofOwnPosts.includes(name))
  return (
    <svg className="card-icons" aria-hidden="true">
      {shown.map(([name, Icon]) => (
        <symbol key={name} id={name} viewBox="0 0 24 24">
          <Icon className="" />
        </symbol>
      ))}
    </svg>
  )
}
