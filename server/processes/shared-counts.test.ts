import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { SharedCounts } from './shared-counts.ts'

const config = loadConfig({ WEB_CONCURRENCY: '2', IMAGE_PROCESSES: '1', LIMIT_LIKE: '2/1h' })

/** A process that the counts are kept for, and the answers that it got. */
function processOf(counts: SharedCounts) {
  const answers: [id: number, value: number][] = []
  return { answers, ...counts.forProcess((id, value) => void answers.push([id, value])) }
}

/** Lets everything happen that waits for nothing but promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('likes of one account through two processes count together', () => {
  const counts = new SharedCounts(config)
  const [one, other] = [processOf(counts), processOf(counts)]
  const like = (id: number) => ({ kind: 'count', id, of: 'like', account: '7', network: '192.0.2.1' }) as const
  one.read(like(1))
  other.read(like(2))
  one.read(like(3))
  expect(one.answers).toEqual([
    [1, 0],
    [3, expect.any(Number)],
  ])
  expect(one.answers[1]?.[1]).toBeGreaterThan(0)
  other.read({ kind: 'give back', of: 'like', account: '7', network: '192.0.2.1' })
  one.read(like(4))
  expect(one.answers.at(-1)).toEqual([4, 0])
})

test('processes take turns, and the turns of one that ended go to others', async () => {
  const counts = new SharedCounts(config)
  const [one, other, third] = [processOf(counts), processOf(counts), processOf(counts)]
  one.read({ kind: 'turn', id: 1, name: 'pictures' })
  other.read({ kind: 'turn', id: 1, name: 'pictures' })
  third.read({ kind: 'turn', id: 1, name: 'pictures' })
  await settle()
  expect(one.answers).toEqual([[1, 1]])
  expect(other.answers).toEqual([])
  // A process that ended while waiting gets no turn.
  other.end()
  one.end()
  await settle()
  expect(third.answers).toEqual([[1, 1]])
  expect(other.answers).toEqual([])
})
