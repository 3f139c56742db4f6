import { useRef, useState } from 'react'
import { accuracySentence, pinMessages } from '#rules/precision.ts'
import type { FoundPosition } from '../../../kit/current-position.ts'
import type { Position, ProposedPin } from '../provider.ts'
import type { PickedPlace } from './chosen-place.tsx'
import type { Places } from './use-places.ts'

/** What becomes of a pin in the form. */
export type PinEvents = {
  /** The pin was set by hand. */
  onPin: (position: Position) => void
  /** The address at the pin; null where there is none. */
  onPinAddress: (address: string | null) => void
  onPropose: (pin: ProposedPin) => void
  /** The pin is for the place of that name, which the search does not know. */
  onName: (name: string) => void
  /** The person confirmed the proposed pin. */
  onConfirm: () => void
  onForget: () => void
}

/** The pin that a person sets on the map, or confirms where it is proposed. */
export function useOwnPin(places: Pick<Places, 'addressOf'>, { proposed, address }: PickedPlace, on: PinEvents) {
  /** The pin that was last set or confirmed on the map. */
  const own = useRef<Position | null>(null)
  const [isNameless, setNameless] = useState(false)

  /** Sets the pin and looks its address up. */
  const set = async (at: Position) => {
    own.current = at
    on.onPin(at)
    setNameless(false)
    const found = await places.addressOf(at)
    if (found !== undefined) on.onPinAddress(found)
    setNameless(found === null)
  }
  const propose = ({ lat, lng }: Position, says: string) => {
    own.current = { lat, lng }
    on.onPropose({ lat, lng, says, zoom: null })
  }
  return {
    own,
    /** Whether no address is known at the pin. */
    isNameless,
    set,
    /** For people without a pointer, who move the map by the arrow keys: proposes its centre. */
    proposeCentre: (centre: Position) => propose(centre, pinMessages.middle),
    /** Sets the pin at the device's position, or proposes it if that is inexact. */
    setAtDevice: ({ lat, lng, accuracy }: FoundPosition) => {
      const says = accuracySentence(accuracy)
      if (says) propose({ lat, lng }, says)
      else void set({ lat, lng })
    },
    confirm: () => {
      own.current = proposed
      on.onConfirm()
      if (proposed && !address) void places.addressOf(proposed).then((found) => on.onPinAddress(found ?? null))
    },
    forget: () => {
      own.current = null
      on.onForget()
    },
  }
}
