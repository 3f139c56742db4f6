import { beforeEach, expect, test, vi } from 'vitest'
import { isDarkTheme } from '../places/map/leaflet/korea/colours.ts'
import { chooseTheme, readTheme, themes } from './theme.tsx'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  return () => void vi.unstubAllGlobals()
})

test('a chosen theme applies to the page where the browser stores nothing', () => {
  const refuse = () => {
    throw new Error('storage is off')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  for (const theme of themes) {
    chooseTheme(theme)
    expect(readTheme()).toBe(theme)
    expect(isDarkTheme()).toBe(theme === 'dark')
  }
})
