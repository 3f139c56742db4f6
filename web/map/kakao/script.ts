import { Loader, LoaderStatus } from 'react-kakao-maps-sdk'
import { MapUnavailable } from '../provider.ts'

/** Retries after 1 · 2¹, 2 · 2² and 3 · 2³ milliseconds (specification, section 9). */
const RETRIES = 3

/**
 * Loads Kakao's script with autoload off and the services library. A failed script element is removed before the next
 * attempt; a later call starts again.
 * @throws {MapUnavailable} after the last attempt
 */
export async function loadKakao(appkey: string, url: string): Promise<void> {
  const loader = new Loader({ appkey, url, libraries: ['services'], retries: RETRIES })
  try {
    await (loader.status === LoaderStatus.FAILURE ? fresh(loader) : loader).load()
  } catch {
    throw new MapUnavailable()
  }
}

/** The loader treats a failed load as a finished one, and would then use a missing script. */
function fresh(failed: Loader): Loader {
  document.getElementById(failed.id)?.remove()
  ;(Loader as unknown as { instance?: Loader }).instance = undefined
  return new Loader(failed.options)
}
