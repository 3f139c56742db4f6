import { vi } from 'vitest'
import type { Position } from '#rules/position.ts'

/** Sets the device's position, with permission; null refuses it. */
export function placeDevice(at: Position | null, accuracy = 10): void {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({
    state: at ? 'granted' : 'prompt',
  } as PermissionStatus)
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found, failed) => {
    if (at) found({ coords: { latitude: at.lat, longitude: at.lng, accuracy } } as GeolocationPosition)
    else failed?.({ code: 1, message: 'refused' } as GeolocationPositionError)
  })
}
