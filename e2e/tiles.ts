import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { startApp } from './running-app.ts'

/** For `testOn`: an application whose own map is drawn from the file `archive`; each test may overwrite it. */
export async function runArchiveSite(use: (site: { origin: string; archive: string }) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-tiles-'))
  const archive = path.join(folder, 'korea.pmtiles')
  await writeFile(archive, 'nothing yet')
  const settings = { PMTILES_PATH: archive, TILES_ATTRIBUTION: '© 지도를 만든 사람들' }
  const app = await startApp('e2e-tiles', { BUNDLED_PLACES: 'off', ...settings })
  await use({ origin: app.origin, archive })
  await app.stop()
  await rm(folder, { recursive: true })
}

/** A PNG of 8 × 8 pixels of one colour. */
export function plainPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Red, green and blue of a point slightly beside the centre of the map. */
export async function colourInTheMiddle(map: Locator): Promise<number[]> {
  const picture = sharp(await map.screenshot())
  const { width, height } = await picture.metadata()
  const { data } = await picture
    .extract({ left: Math.round(width / 2) + 31, top: Math.round(height / 2) + 17, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
