import { unzipSync } from 'fflate'
import { importLimits } from '#rules/place-imports.ts'
import { RefusedFile } from './rows.ts'

export type ZippedFile = Readonly<{ name: string; bytes: Uint8Array }>

const READ = /\.(?:csv|tsv|txt|json|geojson|kml|gpx)$/i

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)
}

/**
 * Unzips the files of an archive that may have places, in memory; nested archives are not opened. The library never inflates an
 * entry beyond its declared size, so limiting the declared sizes is enough. @throws {RefusedFile}
 */
export function unzip(archive: Uint8Array): ZippedFile[] {
  let entries = 0
  let files = 0
  let bytes = 0
  const filter = ({ name, originalSize, size }: { name: string; originalSize: number; size: number }) => {
    if (++entries > importLimits.entries) throw new RefusedFile('unsafe')
    if (!READ.test(name)) return false
    bytes += Math.max(originalSize, size)
    if (++files > importLimits.files || bytes > importLimits.inflatedBytes) throw new RefusedFile('unsafe')
    return true
  }
  const found = unzipOrRefuse(archive, filter)
  return Object.entries(found).map(([name, content]) => ({ name: name.split(/[/\\]/).at(-1) ?? '', bytes: content }))
}

function unzipOrRefuse(archive: Uint8Array, filter: NonNullable<Parameters<typeof unzipSync>[1]>['filter']) {
  try {
    return unzipSync(archive, { ...(filter && { filter }) })
  } catch (error) {
    throw error instanceof RefusedFile ? error : new RefusedFile('damaged')
  }
}
