import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  /** To a workspace of the project. */
  link?: boolean
  optional?: boolean
  version?: string
  integrity?: string
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const installed = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)

test('package-lock.json has every package for every platform, which npm install sometimes forgets and npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).filter((name) => !isFound(place, name)),
  )
  expect(missing).toEqual([])
})

test('package-lock.json has the version of every package, and the checksum of all that every machine installs', () => {
  const loose = installed.filter(([, { version, integrity, optional }]) => !(version && (integrity || optional)))
  expect(loose.map(([place]) => place)).toEqual([])
})

test('package-lock.json names no registry, because each machine has its own', () => {
  expect(installed.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([])
})

/** Whether Node would find the package from that folder or one of its parents. */
function isFound(place: string, name: string): boolean {
  const parents = [...place.matchAll(/(?:^|\/)(?=node_modules\/)/g)].map(({ index }) => place.slice(0, index))
  const prefixes = ['', ...parents, place].map((parent) => (parent === '' ? '' : `${parent}/`))
  return prefixes.some((prefix) => `${prefix}node_modules/${name}` in packages)
}
