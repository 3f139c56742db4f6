import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Topology } from 'topojson-specification'
import { centresOf, type ShopInArea } from './bundle/centres.ts'
import { correctPlaces } from './bundle/correct-places.ts'
import { moreLandmarks, poisOf } from './bundle/more-landmarks.ts'
import { type Branch, type Point, popularityOf } from './bundle/popularity.ts'
import { bundleRoads } from './bundle/roads.ts'
import { bundleShops } from './bundle/shops.ts'
import { type Area, type MetroLine, type Place, readRows } from './bundle/sources.ts'
import { requantize } from './bundle/topology.ts'
import { townsOf } from './bundle/towns.ts'
import { villagesOf } from './bundle/villages.ts'
import { makeMap } from './map/make-map.ts'

/**
 * Makes the files of korea/ from the public data listed in korea/NOTICE.md and korea/map/NOTICE.md: `npm run korea:bundle
 * -- FOLDER`. FOLDER contains streets-korea.tsv.xz and the folder `tiles`, of which the map is made; if it contains
 * korea-gazetteer.json, korea-places.json, korea-base.topo.json, context.geojson, osm-places-korea.csv.gz and five files shops-*.csv.gz, places, roads
 * and shops are made again first. The same input gives the same bytes.
 */

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: npm run korea:bundle -- FOLDER')
  process.exit(1)
}
const OUTPUT = 'korea'
const MAP = `${OUTPUT}/map/korea.pmtiles`
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

if (existsSync(path.join(folder, 'korea-gazetteer.json'))) writePlaces(folder)
await writeMap(folder)

function writePlaces(from: string): void {
  const areas = readRows<Area>(read('korea-gazetteer.json'))
  const lines: MetroLine[] = JSON.parse(readFileSync(`${OUTPUT}/metro-lines.json`, 'utf8'))
  const { places: listed, corrections } = correctPlaces(readRows<Place>(read('korea-places.json')), areas, lines)
  const borders: Topology = JSON.parse(read('korea-base.topo.json'))
  const places = [...listed, ...moreLandmarks(poisOf({ folder: path.join(from, 'tiles') }), listed, borders)]
  for (const correction of corrections) console.log(correction)

  write('areas.json', { fields: ['level', 'address', 'lat', 'lng', 'code'], rows: areas })
  write('places.json', { fields: ['name', 'category', 'address', 'lat', 'lng', 'lines'], rows: places })
  write('borders.topo.json', requantize(borders))
  write('surroundings.json', JSON.parse(read('context.geojson')))
  const roads = bundleRoads(from, borders, places)
  writeText('roads.tsv', roads)
  const bundled = bundleShops(from, borders, roads)
  writeText('shops.tsv', bundled)
  writeText('centres.tsv', centresOf(areas, shopsOf(bundled)).join('\n'))
  const osmShops = gunzipSync(readFileSync(path.join(from, 'shops-korea-osm-2021.csv.gz'))).toString()
  writeText('towns.tsv', townsOf(places, borders, areas).join('\n'))
  const points = gunzipSync(readFileSync(path.join(from, 'osm-places-korea.csv.gz'))).toString()
  writeText('villages.tsv', villagesOf(points, borders, areas, shopsOf(bundled)).join('\n'))
  writeText(
    'popularity.tsv',
    popularityOf(
      areas,
      places,
      shops(osmShops),
      shopsOf(bundled).filter(({ branch }) => branch !== ''),
    ).join('\n'),
  )
}

async function writeMap(from: string): Promise<void> {
  const archive = await makeMap(from, (zoom, bytes) => console.log(`zoom ${zoom}: ${Math.round(bytes / 1000)} kB`))
  mkdirSync(path.dirname(MAP), { recursive: true })
  writeFileSync(MAP, archive)
  console.log(`${MAP}: ${Math.round(archive.length / 1000)} kB`)
}

/** Positions of the rows `name,branch,kind,lat,lon`; names may contain commas. */
function shops(csv: string): Point[] {
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => ({ lat: Number(cells.at(-2)), lng: Number(cells.at(-1)) }))
}

/** The shops in shops.tsv, whose positions are steps from the line before. */
function shopsOf(text: string): (Branch & ShopInArea)[] {
  let [lat, lng] = [0, 0]
  const [, dongs = [], , ...rows] = text.split('\n').map((line) => line.split('\t'))
  return rows.map(([, branch = '', , north, east, dong]) => {
    lat += Number(north)
    lng += Number(east)
    return { branch, area: dongs[Number(dong)] ?? '', lat: lat / 1e5, lng: lng / 1e5 }
  })
}

function write(name: string, content: unknown): void {
  writeText(name, JSON.stringify(content))
}

function writeText(name: string, text: string): void {
  const file = `${OUTPUT}/${name}.gz`
  writeFileSync(file, gzipSync(text, { level: 9 }))
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`)
}
