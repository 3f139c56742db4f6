import type { Position } from '#rules/position.ts'
import { toast, withdrawToast } from './toast.tsx'

const TIMEOUT_MS = 8000
const MAX_AGE_MS = 300_000

export type FoundPosition = Position & { accuracy: number }

/** The device's position, for which the browser asks permission; null if refused or unknown. */
export function findCurrentPosition(): Promise<FoundPosition | null> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy }),
      () => resolve(null),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    )
  })
}

/** The device's position, if permission is granted already; never shows a permission prompt. */
export async function findGrantedPosition(): Promise<FoundPosition | null> {
  // Older browsers lack the Permissions API.
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  return permission?.state === 'granted' ? findCurrentPosition() : null
}

const UNAVAILABLE = '현재 위치를 알 수 없어요. 브라우저의 위치 권한을 확인해 주세요.'

/** The device's position, for which the browser asks permission; if it is refused or unknown, a toast says so. */
export async function findPositionOrToast(): Promise<FoundPosition | null> {
  const position = await findCurrentPosition()
  if (position) withdrawToast(UNAVAILABLE)
  else toast(UNAVAILABLE)
  return position
}
