export type NamedArea = Readonly<{ level: number; address: string; lat: number; lng: number }>

/** Posts within its borders belong to the area with the address `unit`. */
export type BorderedArea = Readonly<{
  address: string
  unit: string
  south: number
  west: number
  north: number
  east: number
}>

type Box = Pick<BorderedArea, 'south' | 'west' | 'north' | 'east'>

/** An area that has a page; `box` is null when its borders are not known. */
export type Area = Readonly<{ address: string; lat: number; lng: number; box: Box | null }>

/** 시군구 that have another name since the borders were drawn (2018). */
const RENAMED = new Map([['인천광역시 남구', '인천광역시 미추홀구']])

/**
 * Every 시도 and 시군구, and every 동 with borders of its own. The 행정동 of one 법정동 are one area ('망원제1동' is 망원동); a 행정동 of
 * several 법정동 keeps its own name ('서강동').
 * @returns the areas, larger ones first, and their other addresses
 */
export function buildAreas(named: readonly NamedArea[], bordered: readonly BorderedArea[]) {
  const centres = new Map(named.map((area) => [area.address, area]))
  const boxes = new Map<string, Box>()
  const names = new Map<string, string>()
  for (const area of bordered) {
    const address = presentAddress(area.unit)
    for (const around of withAncestors(address)) boxes.set(around, joined(boxes.get(around), area))
    for (const name of [area.address, area.unit, presentAddress(area.address)]) names.set(name, address)
  }
  const addresses = new Set(boxes.keys())
  for (const { level, address } of named) {
    // A part of a city without borders of its own belongs to the city.
    const parent = parentOf(address)
    const isPartOfCity =
      level === 2 && parent !== null && /시$/.test(parent) && boxes.has(parent) && !boxes.has(address)
    if (isPartOfCity) names.set(address, parent)
    else if (level <= 2) addresses.add(address)
  }
  for (const [former, present] of RENAMED) if (addresses.has(present)) names.set(former, present)
  for (const address of addresses) names.set(address, address)
  const areas = [...addresses]
    .toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .map((address): Area => {
      const box = boxes.get(address) ?? null
      return { address, ...(centres.get(address) ?? middleOf(box)), box }
    })
    .map(({ address, lat, lng, box }) => ({ address, lat, lng, box }))
  return { areas, names }
}

export function parentOf(address: string): string | null {
  const end = address.lastIndexOf(' ')
  return end === -1 ? null : address.slice(0, end)
}

export function depthOf(address: string): number {
  return address.split(' ').length
}

/** Today's name of the 시군구, and the 동 as people write it: '월곡2동' for '월곡제2동'. */
function presentAddress(address: string): string {
  const former = [...RENAMED].find(([name]) => address === name || address.startsWith(`${name} `))
  const present = former ? former[1] + address.slice(former[0].length) : address
  return present.replace(/(?<=[가-힣]{2})제(?=\d[\d.]*동$)/, '')
}

function withAncestors(address: string): string[] {
  const parent = parentOf(address)
  return parent === null ? [address] : [address, ...withAncestors(parent)]
}

function joined(box: Box | undefined, { south, west, north, east }: Box): Box {
  if (!box) return { south, west, north, east }
  return {
    south: Math.min(box.south, south),
    west: Math.min(box.west, west),
    north: Math.max(box.north, north),
    east: Math.max(box.east, east),
  }
}

function middleOf(box: Box | null) {
  return box ? { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 } : { lat: 36.5, lng: 127.8 }
}
