import { type PlacesConfig, tilesOrigin } from './places-config.ts'

/**
 * What maps add to the content security policy of pages: nothing unless configured. Kakao's scripts need no source of their
 * own, because a script that the page trusts adds them ('strict-dynamic').
 */
export type MapPolicy = Readonly<{ images: readonly string[]; connections: readonly string[] }>

/** Hosts from which Kakao's SDK loads its parts and tiles. */
const kakaoHosts = ['https://dapi.kakao.com', 'https://*.daumcdn.net', 'https://*.kakaocdn.net']

/** The sources that the configured maps need. */
export function mapPolicy(config: PlacesConfig): MapPolicy {
  const kakao = config.kakaoMapKey === null ? [] : [...new Set([new URL(config.kakaoMapUrl).origin, ...kakaoHosts])]
  const tiles = config.tilesUrl === null ? null : tilesOrigin(config.tilesUrl)
  return { images: tiles === null ? kakao : [...kakao, tiles], connections: kakao }
}
