import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { ConnectionTurns, runForNetwork, shareOfNetwork } from './connection-turns.ts'

async function turnsOf(connections: number) {
  const { pool, drop } = await freshDatabase(connections)
  const turns = new ConnectionTurns(pool)
  const held: { network: string; client: pg.PoolClient }[] = []
  onTestFinished(async () => {
    for (const { client } of held.splice(0)) client.release()
    await drop()
  })
  const take = (network: string) =>
    void runForNetwork(network, () => turns.take()).then((client) => held.push({ network, client }))
  const holders = () => held.map(({ network }) => network)
  const giveBack = (of: string) => {
    const at = held.findIndex(({ network }) => network === of)
    for (const { client } of held.splice(at, 1)) client.release()
  }
  return { turns, take, holders, giveBack }
}

const times = (count: number, network: string) => Array<string>(count).fill(network)

test('one network holds two thirds of the connections, and another one gets the rest at once', async () => {
  const { turns, take, holders } = await turnsOf(6)
  for (const network of times(20, 'a')) take(network)
  await expect.poll(holders).toEqual(times(4, 'a'))
  for (const network of times(20, 'b')) take(network)
  await expect.poll(() => holders().toSorted()).toEqual([...times(4, 'a'), ...times(2, 'b')])
  expect(turns.waitingCount).toBe(34)
})

test('networks take turns for what is given back', async () => {
  const { take, holders, giveBack } = await turnsOf(3)
  for (const network of [...times(9, 'a'), ...times(9, 'b'), 'c']) take(network)
  await expect.poll(() => holders().toSorted()).toEqual(['a', 'a', 'b'])
  const got: string[] = []
  for (const network of ['a', 'a', 'b', 'b']) {
    giveBack(network)
    await expect.poll(() => holders().length).toBe(3)
    got.push(holders().at(-1) ?? '')
  }
  expect(got).toEqual(['a', 'b', 'c', 'a'])
})

test('a connection that could not be opened is no turn', async () => {
  const { pool, drop } = await freshDatabase(2)
  const turns = new ConnectionTurns(pool)
  await drop()
  for (let time = 0; time < 5; time++) await expect(turns.take()).rejects.toThrow()
  await nextTurn()
  expect(turns.waitingCount).toBe(0)
})

test.each([
  [2, 1],
  [3, 2],
  [6, 4],
  [7, 5],
  [10, 7],
])('of %s connections one network gets %s', (connections, share) => {
  expect(shareOfNetwork(connections)).toBe(share)
})
