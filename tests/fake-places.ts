/** What a map asks for: our own, without further sources. */
export const ownMap = {
  getMapSettings: { kakao_key: null, kakao_url: null, tiles_url: null, pmtiles_url: null },
  getPlaceAttributions: [],
}
