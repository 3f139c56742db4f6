import { expect, test } from 'vitest'
import { UploadSlots } from './upload-slots.ts'

const MB = 1024 * 1024

/** Takes slots for one account, and returns which of them were displaced. */
function takeMany(slots: UploadSlots, count: number, network: string, account: string, bytes = MB) {
  const taken = Array.from({ length: count }, () => slots.take({ network, account }, bytes))
  return { taken, left: () => taken.filter(({ signal }) => !signal.aborted).length }
}

test('one account uploads at most six at a time, over all networks', () => {
  const slots = new UploadSlots({ processes: 1 })
  const { taken } = takeMany(slots, 3, '10.0.0.1', 'one')
  takeMany(slots, 3, '10.0.0.2', 'one')
  expect(() => takeMany(slots, 1, '10.0.0.3', 'one')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  taken[0]?.leave()
  takeMany(slots, 1, '10.0.0.3', 'one')
})

test('one account uploads at most 64 MB at a time', () => {
  const slots = new UploadSlots({ processes: 1 })
  takeMany(slots, 4, '10.0.0.1', 'one', 14 * MB)
  expect(() => takeMany(slots, 1, '10.0.0.1', 'one', 14 * MB)).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 5 }),
  )
})

test('one network uploads at most twelve at a time; the account with the most makes room for another', () => {
  const slots = new UploadSlots({ processes: 1 })
  const many = takeMany(slots, 6, '10.0.0.1', 'many')
  const some = takeMany(slots, 4, '10.0.0.1', 'some')
  const few = takeMany(slots, 2, '10.0.0.1', 'few')
  takeMany(slots, 1, '10.0.0.1', 'new')
  expect([many.left(), some.left(), few.left()]).toEqual([5, 4, 2])
  expect(many.taken.at(-1)?.signal.reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  expect(() => takeMany(slots, 1, '10.0.0.1', 'some')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  takeMany(slots, 1, '10.0.0.2', 'elsewhere')
})

test('all together upload at most 48 at a time; the network with the most makes room for another', () => {
  const slots = new UploadSlots({ processes: 1 })
  const networks = [1, 2, 3, 4].flatMap((network) =>
    ['a', 'b'].map((account) => takeMany(slots, 6, `10.0.0.${network}`, `${network}${account}`)),
  )
  const left = () => networks.reduce((sum, network) => sum + network.left(), 0)
  const person = slots.take({ network: '10.0.1.1', account: 'person' }, MB)
  expect([left(), person.signal.aborted]).toEqual([47, false])
  for (let other = 0; other < 30; other++) slots.take({ network: `10.0.2.${other}`, account: `other ${other}` }, MB)
  expect([left(), person.signal.aborted]).toEqual([17, false])
})

test('when all have equal shares, a new upload is told to come back', () => {
  const slots = new UploadSlots({ processes: 1 })
  const all = Array.from({ length: 48 }, (_, index) =>
    slots.take({ network: `10.0.0.${index}`, account: `${index}` }, MB),
  )
  expect(() => takeMany(slots, 1, '10.0.1.1', 'next')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  expect(all.some(({ signal }) => signal.aborted)).toBe(false)
  all[0]?.leave()
  takeMany(slots, 1, '10.0.1.1', 'next')
})

test('large bodies fill the room just as many small ones do', () => {
  const slots = new UploadSlots({ processes: 1 })
  const large = Array.from({ length: 18 }, (_, index) =>
    slots.take({ network: `10.0.0.${index % 6}`, account: `${index}` }, 14 * MB),
  )
  slots.take({ network: '10.0.1.1', account: 'person' }, 14 * MB)
  expect(large.filter(({ signal }) => signal.aborted)).toHaveLength(1)
})
