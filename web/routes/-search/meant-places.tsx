import ChevronRight from 'virtual:icon/chevron-right'
import MapPinned from 'virtual:icon/map-pinned'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { CountedArea } from '../../places/area-link.tsx'
import { landmarkLabel, nearLandmark } from '../../places/landmarks.ts'
import type { Meaning } from '../../posts/queries/search-query.ts'

/** What was searched instead of the keyword, and links to the areas and landmarks that it names. */
export function MeantPlaces({ meaning }: { meaning: Meaning }) {
  const areas = meaning.areas.filter(({ named }) => named)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  return (
    <>
      {meaning.correction && <p className="search-corrected">‘{meaning.correction}’ 검색 결과를 보여 드려요.</p>}
      {areas.length > 0 && (
        <nav aria-label="지역" className="meant-areas">
          <ul className="areas">
            {areas.map((area) => (
              <CountedArea key={area.path} area={area} />
            ))}
          </ul>
        </nav>
      )}
      {landmarks.length > 0 && (
        <nav aria-label="장소">
          <ul className="landmarks">
            {landmarks.map((landmark) => (
              <LandmarkLink key={`${landmark.name} ${landmark.area}`} landmark={landmark} />
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** Leads to the posts near a landmark. */
function LandmarkLink({ landmark }: { landmark: Meaning['landmarks'][number] }) {
  return (
    <li>
      <Link to={paths.home} search={nearLandmark(landmark)} className="landmark">
        <MapPinned className="icon" />
        <span>
          <b>{landmark.name}</b>
          <small>{landmarkLabel(landmark)}</small>
        </span>
        <ChevronRight className="icon icon-s" />
      </Link>
    </li>
  )
}
