import { decodePolyline, lengthOf } from '#server/places/roads/geometry.ts'
import { locateNumber, type NumberedRoad, type Radius } from '#server/places/roads/numbers.ts'
import { readRoads } from '#server/places/roads/write-roads.ts'

/** Where an address probably is, and its last part: '월드컵로13길 5-1'. */
export type Location = { lat: number; lng: number; radius: Radius; address: string }

/** What follows the 시군구, without spaces: '월드컵로13길5-1', '진접읍금강로1586'. */
const ON_ROAD = /^(?:[가-힣]+[읍면])?([가-힣A-Za-z0-9·.]+?(?:로|길))(?:지하)?((\d+)(?:-\d+)?)(?![\d가-힣]*길)/

/** Locates addresses, written with or without spaces, by the text of roads.tsv. */
export function addressLocator(roadsText: string): (address: string) => Location | null {
  const roads = readRoads(roadsText)
  const byName = Map.groupBy(roads, ({ name }) => name)
  const districts = [...new Set(roads.flatMap((road) => road.districts))].sort((a, b) => b.length - a.length)
  return (written) => {
    const address = written.replace(/\(.*$/, '').replaceAll(' ', '')
    const district = districts.find((one) => address.startsWith(one.replaceAll(' ', '')))
    const match = district && ON_ROAD.exec(address.slice(district.replaceAll(' ', '').length))
    if (!match) return null
    const [, name = '', number = '', main] = match
    const [road, ...others] = (byName.get(name) ?? [])
      .filter((one) => one.districts.includes(district))
      .map((row): NumberedRoad => ({ ...row, line: decodePolyline(row.line) }))
      .toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
    if (!road) return null
    const { radius, lat, lng } = locateNumber(road, Number(main))
    return { lat, lng, radius: others.length > 0 ? null : radius, address: `${name} ${number}` }
  }
}
