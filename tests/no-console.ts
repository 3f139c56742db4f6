import { afterAll, afterEach, expect } from 'vitest'

/**
 * Fails a test that writes an unexpected warning or error. A test that expects one calls `vi.spyOn(console,
 * 'warn').mockImplementation(() => {})`.
 */

const unexpected: string[] = []
for (const level of ['warn', 'error'] as const) {
  console[level] = (...args: unknown[]) => void unexpected.push(`console.${level}: ${args.map(String).join(' ')}`)
}

const expectSilence = () => expect(unexpected.splice(0)).toEqual([])
afterEach(expectSilence)
afterAll(expectSilence)
