import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { useTown } from '../../storage/town.ts'

const TownSheet = onDemand(async () => (await import('../-here/town-sheet.tsx')).TownSheet)

/** Leads to the page of the reader's place, or asks for it. */
export function TownChip() {
  const town = useTown()
  const [isOpen, setOpen] = useState(false)
  if (town) {
    const { name, ...search } = town
    return (
      <Link to={paths.here} search={search} className="area town">
        {name}
      </Link>
    )
  }
  return (
    <>
      <button type="button" className="area town" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        내 동네
      </button>
      <TownSheet open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
