import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/**
 * A test fails when something writes a warning or an error that it does not expect. One that expects it says so with
 * `vi.spyOn(console, 'warn').mockImplementation(() => {})`.
 */
const unexpected: string[] = []
for (const level of ['warn', 'error'] as const) {
  console[level] = (...args: unknown[]) => void unexpected.push(`console.${level}: ${format(...args)}`)
}

const expectSilence = () => expect(unexpected.splice(0)).toEqual([])
afterEach(expectSilence)
afterAll(expectSilence)
