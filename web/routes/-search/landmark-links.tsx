import ChevronRight from 'virtual:icon/chevron-right'
import MapPinned from 'virtual:icon/map-pinned'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { landmarkLabel, nearLandmark } from '../../places/landmarks.ts'
import type { Landmark } from './named-landmarks.ts'

/** Links to the posts near the stations, markets and sights that the keyword names. */
export function LandmarkLinks({ landmarks }: { landmarks: readonly Landmark[] }) {
  if (landmarks.length === 0) return null
  return (
    <nav aria-label="장소">
      <ul className="landmarks">
        {landmarks.map((landmark) => {
          const search = nearLandmark(landmark)
          return (
            <li key={search.near}>
              <Link to={paths.home} search={search} className="landmark">
                <MapPinned className="icon" />
                <span>
                  <b>{landmark.name}</b>
                  <small>{landmarkLabel(landmark)}</small>
                </span>
                <ChevronRight className="icon icon-s" />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
