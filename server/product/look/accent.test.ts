import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { defaultColours, faultOfAccent, palettesOf, themes } from './accent.ts'

const tokens = readFileSync('web/styles/tokens.css', 'utf8')
const [light = '', dark = ''] = tokens.split(':root[data-theme="dark"]')

test.each(themes)('the %s colours that accents are compared with are those of the style sheet', (theme) => {
  const sheet = theme === 'light' ? light : dark
  for (const [token, colour] of Object.entries(defaultColours[theme])) expect(sheet).toContain(`${token}: ${colour};`)
})

const hues = ['#b8430f', '#1d5fa8', '#0a7d4b', '#7a2bb0', '#d9265c', '#0f766e', '#000000', '#000080', '#4a0404']

test.each(hues)('with the accent %s all text has a contrast of 4.5, and signs 3, in both themes', (accent) => {
  expect(faultOfAccent(accent)).toBe(null)
  for (const theme of themes) {
    const { '--bg': page, '--surface-2': inset, '--raised-2': raised, '--ink': ink } = defaultColours[theme]
    const palette = palettesOf(accent)[theme]
    const on = wcagContrast(palette['--on-accent'], palette['--accent-fill'])
    const hovered = wcagContrast(palette['--on-accent'], palette['--accent-fill-hover'])
    const texts = [page, inset, raised].map((ground) => wcagContrast(palette['--accent-text'], ground))
    const soft = [ink, palette['--accent-text']].map((text) => wcagContrast(text, palette['--accent-soft']))
    const signs = [page, inset, raised].map((ground) => wcagContrast(palette['--accent'], ground))
    expect(Math.min(on, hovered, ...texts, ...soft), theme).toBeGreaterThanOrEqual(4.5)
    expect(Math.min(...signs), theme).toBeGreaterThanOrEqual(3)
  }
  expect(palettesOf(accent).light['--accent-fill']).toBe(accent)
})

test('a colour on which white is hard to read is refused with its contrast, and one that makes pale text too', () => {
  expect(faultOfAccent('#ffd400')).toBe(
    '이 색 위의 흰 글자는 읽기 어려워요(대비 1.4, 필요한 대비 4.5). 더 진한 색을 골라 주세요.',
  )
  expect(faultOfAccent('#6b7280')).toBe('이 색으로 쓴 글자는 잘 보이지 않아요. 더 진한 색을 골라 주세요.')
})
