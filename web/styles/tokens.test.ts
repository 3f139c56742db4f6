import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The declarations of a selector, one per line, trimmed. */
function declarations(selector: string): string[] {
  const [, below = ''] = tokens.split(`${selector} {`)
  const lines = below.slice(0, below.indexOf('}')).split('\n')
  return lines.map((line) => line.trim()).filter(Boolean)
}

test('the dark palette by system setting equals the one by choice', () => {
  const bySystem = declarations(':root:not([data-theme="light"])')
  expect(bySystem.length).toBeGreaterThan(20)
  expect(declarations(':root[data-theme="dark"]')).toEqual(bySystem)
})

test.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])(
  'the picture of posts without a photo has the colours of the %s theme, and the shapes of the other',
  (theme, selector) => {
    const [style = '', shapes] = picture(theme).split('</style>')
    const colours = new Set(style.match(/oklch\([^)]*\)/g))
    const tokens = declarations(selector).filter((line) => line.startsWith('--fb-'))
    expect(tokens.map((line) => line.replace(/^--fb-\d: (.*);$/, '$1')).toSorted()).toEqual([...colours].toSorted())
    expect(shapes).toBe(picture('light').split('</style>')[1])
  },
)

function picture(theme: string): string {
  return readFileSync(new URL(`../pictures/no-photo-${theme}.svg`, import.meta.url), 'utf8')
}
