/** Publishers of the lists of places to eat, by the beginning of a list's name; its end is the month that it is of. */
const publishers: Readonly<Record<string, string>> = {
  semas: '소상공인시장진흥공단 공공데이터',
  osm: 'OpenStreetMap',
  goodprice: '행정안전부 공공데이터',
  localdata: '지방행정 인허가 공공데이터',
  foodsafety: '식품의약품안전처 공공데이터',
}

/** Publisher and year of a list: of 'semas-2025-05' '소상공인시장진흥공단 공공데이터' and '2025년'; null for an unknown one. */
export function shopRegister(name: string | null): { source: string; asOf: string } | null {
  const [, publisher = '', year] = /^([a-z]+)-(\d{4})-\d{2}$/.exec(name ?? '') ?? []
  const source = publishers[publisher]
  return source === undefined ? null : { source, asOf: `${year}년` }
}
