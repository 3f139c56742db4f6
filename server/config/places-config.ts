import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { kakaoShareSdk } from '#rules/kakao-share.ts'
import type { EnvReader } from '../env-reader.ts'

/** Where maps and places come from. Everything but the bundled places is off unless the operator sets it. */
export type PlacesConfig = Readonly<{
  bundledPlaces: boolean
  kakaoMapKey: string | null
  kakaoMapUrl: string
  kakaoShareUrl: string
  kakaoRestKey: string | null
  kakaoRestUrl: string
  geocoder: Readonly<{ kind: 'nominatim' | 'photon'; url: string }> | null
  tilesUrl: string | null
  tilesAttribution: string | null
  pmtilesPath: string | null
}>

export function readPlacesConfig(reader: EnvReader): PlacesConfig {
  const { faults } = reader
  const nominatim = reader.url('NOMINATIM_URL')
  const photon = reader.url('PHOTON_URL')
  if (nominatim && photon) faults.push('NOMINATIM_URL and PHOTON_URL are two ways to one thing: set one of them.')
  const config: PlacesConfig = {
    bundledPlaces: reader.onOff('BUNDLED_PLACES', true),
    kakaoMapKey: reader.optional('KAKAO_MAP_KEY'),
    kakaoMapUrl: reader.url('KAKAO_MAP_URL') ?? 'https://dapi.kakao.com/v2/maps/sdk.js',
    kakaoShareUrl: reader.url('KAKAO_SHARE_URL') ?? kakaoShareSdk.url,
    kakaoRestKey: reader.optional('KAKAO_REST_KEY'),
    kakaoRestUrl: reader.url('KAKAO_REST_URL') ?? 'https://dapi.kakao.com',
    geocoder: nominatim ? { kind: 'nominatim', url: nominatim } : photon ? { kind: 'photon', url: photon } : null,
    tilesUrl: reader.optional('TILES_URL'),
    tilesAttribution: reader.optional('TILES_ATTRIBUTION'),
    pmtilesPath: readPmtilesPath(reader.optional('PMTILES_PATH'), faults),
  }
  if (config.tilesUrl !== null && tilesOrigin(config.tilesUrl) === null) {
    faults.push(`TILES_URL must look like https://tile.example.kr/{z}/{x}/{y}.png, but is "${config.tilesUrl}".`)
  }
  if ((config.tilesUrl ?? config.pmtilesPath) !== null && config.tilesAttribution === null) {
    faults.push('TILES_ATTRIBUTION must say whose map TILES_URL or PMTILES_PATH shows, for example © OpenStreetMap.')
  }
  return config
}

/** Scheme and host of a tile template as a CSP source; null for an invalid template. */
export function tilesOrigin(template: string): string | null {
  const match = /^(https?):\/\/(?:(\{s\})\.)?([a-z0-9.-]+(?::\d+)?)\//i.exec(template)
  const hasAll = ['{z}', '{x}', '{y}'].every((part) => template.includes(part))
  return match && hasAll ? `${match[1]}://${match[2] ? '*.' : ''}${match[3]}` : null
}

function readPmtilesPath(value: string | null, faults: string[]): string | null {
  if (value === null) return null
  try {
    accessSync(value, constants.R_OK)
    if (!statSync(value).isFile()) throw new Error('no file')
  } catch {
    faults.push(`PMTILES_PATH is "${value}", which cannot be read.`)
  }
  return path.resolve(value)
}
