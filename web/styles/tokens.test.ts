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
