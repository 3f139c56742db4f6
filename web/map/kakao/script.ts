import { Loader, LoaderStatus } from 'react-kakao-maps-sdk'
import { MapUnavailable } from '../provider.ts'

/** Further tries, after 1 · 2¹, 2 · 2² and 3 · 2³ milliseconds (specification, section 9). */
const RETRIES = 3

/**
 * Loads Kakao's script: autoload off, with the services library; a failed script element is removed before the next try.
 * A later call begins anew.
 * @throws {MapUnavailable} after the last try
 */
export async function loadKakao(appkey: string, url: string): Promise<void> {
  const loader = new Loader({ appkey, url, libraries: ['services'], retries: RETRIES })
  try {
    await (loader.status === LoaderStatus.FAILURE ? fresh(loader) : loader).load()
  } catch {
    throw new MapUnavailable()
  }
}

/** The loader takes one that failed for one that is done: it would ask a script that is not there. */
function fresh(failed: Loader): Loader {
  document.getElementById(failed.id)?.remove()
  ;(Loader as unknown as { instance?: Loader }).instance = undefined
  return new Loader(failed.options)
}
