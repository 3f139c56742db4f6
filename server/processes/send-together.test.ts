import { expect, test } from 'vitest'
import { sendTogether } from './send-together.ts'

/** Everything that was to be sent at this moment has been sent afterwards. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('what is sent at the same moment is handed over once, in order, and what comes later by itself', async () => {
  const handedOver: (readonly number[])[] = []
  const send = sendTogether<number>((messages) => void handedOver.push(messages))
  send(1)
  send(2)
  await Promise.resolve()
  send(3)
  expect(handedOver).toEqual([])
  await settle()
  expect(handedOver).toEqual([[1, 2, 3]])
  send(4)
  await settle()
  expect(handedOver).toEqual([[1, 2, 3], [4]])
})

test('what is sent while messages are handed over is handed over next', async () => {
  const handedOver: (readonly number[])[] = []
  const send = sendTogether<number>((messages) => {
    handedOver.push(messages)
    if (messages.includes(1)) send(2)
  })
  send(1)
  await settle()
  await settle()
  expect(handedOver).toEqual([[1], [2]])
})
