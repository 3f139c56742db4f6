import type { NamedLandmark } from '#contract/schema.gen.ts'
import { landmarkKind } from '#rules/places.ts'
import { areaName, areaNames } from './address.ts'

type Row = Readonly<{ name: string; category: string | null; address: string; lat: number; lng: number }>

export function presentLandmark({ name, category, address, lat, lng }: Row, named: boolean): NamedLandmark | null {
  const kind = landmarkKind(category)
  if (!kind) return null
  const { province, district } = areaNames(address)
  const area = [areaName(province), district].filter(Boolean).join(' ')
  return { name, kind, area, position: { lat, lng }, named }
}
