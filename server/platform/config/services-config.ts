import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { kakaoShareSdk } from '#rules/kakao-share.ts'
import type { EnvReader } from '../env-reader.ts'

export function readMailConfig(reader: EnvReader, siteName: string, hostname: string | undefined) {
  const smtpUrl = readSmtpUrl(reader.optional('SMTP_URL'), reader.faults)
  const emailJs = readEmailJs(reader)
  return {
    from: readSender(reader.text('MAIL_FROM', `${siteName} <no-reply@${hostname}>`), reader.faults),
    smtpUrl,
    emailJs,
    hookSecret: readHookSecret(reader.optional('MAIL_HOOK_SECRET'), reader.faults),
    verifies: reader.onOff('VERIFY_EMAIL', smtpUrl !== null || emailJs !== null),
  }
}

const SHORTEST_HOOK_SECRET = 16

/** The secret is part of a URL, so its characters are those that need no escape there. */
function readHookSecret(value: string | null, faults: string[]): string | null {
  if (value !== null && !(/^[\w.~-]+$/.test(value) && value.length >= SHORTEST_HOOK_SECRET)) {
    faults.push(
      `MAIL_HOOK_SECRET must have at least ${SHORTEST_HOOK_SECRET} letters and digits, such as \`openssl rand -hex 24\` makes.`,
    )
  }
  return value
}

/** An e-mail address, alone or in angle brackets after a name. */
function readSender(value: string, faults: string[]): string {
  const [, address = value] = /<([^<>]*)>$/.exec(value) ?? []
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    faults.push(`MAIL_FROM must look like 맛나눔 <no-reply@example.kr>, but is "${value}".`)
  }
  return value
}

function readSmtpUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    faults.push('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  }
  return value
}

export type EmailJsConfig = NonNullable<ReturnType<typeof readEmailJs>>

function readEmailJs(reader: EnvReader) {
  const serviceId = reader.optional('EMAILJS_SERVICE_ID')
  const templateId = reader.optional('EMAILJS_TEMPLATE_ID')
  const publicKey = reader.optional('EMAILJS_PUBLIC_KEY')
  // EmailJS requires it unless the account allows calls without one.
  const privateKey = reader.optional('EMAILJS_PRIVATE_KEY')
  const url = reader.optional('EMAILJS_URL') ?? 'https://api.emailjs.com/api/v1.0/email/send'
  if (!URL.canParse(url)) reader.faults.push(`EMAILJS_URL must be an address, but is "${url}".`)
  if (serviceId && templateId && publicKey) {
    return { serviceId, templateId, publicKey, privateKey, url }
  }
  if (serviceId || templateId || publicKey) {
    reader.faults.push(
      'EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID and EMAILJS_PUBLIC_KEY belong together: set all three or none.',
    )
  }
  return null
}

export type PlacesConfig = ReturnType<typeof readPlacesConfig>

export function readPlacesConfig(reader: EnvReader) {
  const { faults } = reader
  const nominatim = reader.url('NOMINATIM_URL')
  const photon = reader.url('PHOTON_URL')
  if (nominatim && photon) faults.push('NOMINATIM_URL and PHOTON_URL are two ways to one thing: set one of them.')
  const config = {
    bundledPlaces: reader.onOff('BUNDLED_PLACES', true),
    kakaoMapKey: reader.optional('KAKAO_MAP_KEY'),
    kakaoMapUrl: reader.url('KAKAO_MAP_URL') ?? 'https://dapi.kakao.com/v2/maps/sdk.js',
    kakaoShareUrl: reader.url('KAKAO_SHARE_URL') ?? kakaoShareSdk.url,
    kakaoRestKey: reader.optional('KAKAO_REST_KEY'),
    kakaoRestUrl: reader.url('KAKAO_REST_URL') ?? 'https://dapi.kakao.com',
    geocoder: readGeocoder(nominatim, photon),
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

function readGeocoder(nominatim: string | null, photon: string | null) {
  if (nominatim) return { kind: 'nominatim', url: nominatim } as const
  return photon ? ({ kind: 'photon', url: photon } as const) : null
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
