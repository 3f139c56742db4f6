import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { registerFeedChanges } from './feed-changes.ts'

test('every listener is called for every change of the feed', () => {
  const app = Fastify()
  registerFeedChanges(app)
  const [answers, pages] = [vi.fn(), vi.fn()]
  app.onFeedChanged(answers)
  app.onFeedChanged(pages)
  app.feedChanged()
  app.feedChanged()
  expect([answers.mock.calls.length, pages.mock.calls.length]).toEqual([2, 2])
})
