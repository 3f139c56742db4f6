import { gzipSync } from 'node:zlib'
import { KoreaStore } from '../../web/map/leaflet/korea/store.ts'
import type { Box } from './clip.ts'

/** Gzipped bytes of each file. */
export function gzippedSizes(files: ReadonlyMap<string, string>): Map<string, number> {
  return new Map([...files].map(([name, content]) => [name, gzipSync(content, { level: 9 }).length]))
}

/** Gzipped bytes that the page loads for this view and nothing else. */
export async function bytesOfView(
  files: ReadonlyMap<string, string>,
  sizes: ReadonlyMap<string, number>,
  box: Box,
  zoom: number,
): Promise<number> {
  let bytes = 0
  const store = new KoreaStore(async (name) => {
    bytes += sizes.get(name) ?? 0
    return JSON.parse(files.get(name) ?? '')
  })
  await store.load(box, zoom)
  return bytes
}
