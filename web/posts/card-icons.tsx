import Heart from 'virtual:icon/heart'
import MapPin from 'virtual:icon/map-pin'

const icons = { heart: Heart, 'map-pin': MapPin } as const

type CardIconProps = { name: keyof typeof icons; className?: string }

/** An icon that every card shows: its shapes are on the page once (`CardIcons`). */
export function CardIcon({ name, className = 'icon' }: CardIconProps) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#${name}`} />
    </svg>
  )
}

/** The shapes of the icons of all cards. */
export function CardIcons() {
  return (
    <svg className="card-icons" aria-hidden="true">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={name} viewBox="0 0 24 24">
          <Icon className="" />
        </symbol>
      ))}
    </svg>
  )
}
