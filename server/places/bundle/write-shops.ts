import type { Queryable } from '../../db/connect.ts'
import { addressWords, searchedArea } from '../address.ts'
import { type NewPlace, writePlaces } from '../import/write-rows.ts'
import { rowsOf } from '../korea-table.ts'

const BATCH = 1000

/** Writes the rows of korea/shops.tsv (`scripts/korea-bundle/shops.ts`) into an empty source. Returns their number. */
export async function writeShops(db: Queryable, sourceId: number, text: string): Promise<number> {
  const shops = readShops(text)
  for (let from = 0; from < shops.length; from += BATCH) {
    await writePlaces(db, sourceId, shops.slice(from, from + BATCH))
  }
  return shops.length
}

function readShops(text: string): NewPlace[] {
  const [kinds = [], dongs = [], ...rows] = rowsOf(text)
  let [lat, lng] = [0, 0]
  return rows.map(([name = '', branch = '', kind, north, east, dong, address = '', reach = '']) => {
    lat += Number(north)
    lng += Number(east)
    const area = dongs[Number(dong)] ?? ''
    return {
      key: `${name} ${branch} ${lat} ${lng}`,
      name,
      branch: branch === '' ? null : branch,
      category: kinds[Number(kind)] ?? null,
      roadAddress: address === '' ? null : `${districtOf(area)} ${address}`,
      address: area === '' ? null : area,
      tags: null,
      area: searchedArea(addressWords(area)),
      lat: lat / 1e5,
      lng: lng / 1e5,
      isEstimated: reach !== '',
    }
  })
}

/** The 시군구 of a 동, by which roads are named: '서울특별시 마포구' of '서울특별시 마포구 망원1동'. */
function districtOf(area: string): string {
  return area.slice(0, area.lastIndexOf(' '))
}
