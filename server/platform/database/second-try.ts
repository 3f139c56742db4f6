import pg from 'pg'
import { isDatabaseAway } from './is-database-away.ts'

/** SQLSTATEs of a connection that failed, or that a server ended because it stops or has crashed. */
const LOST = /^08|^57P/

function isServerLost(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? LOST.test(error.code ?? '') : isDatabaseAway(error)
}

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/**
 * A connection for reads whose first query is sent over that of `takeOther` if its own server is lost meanwhile. Later
 * ones may belong to a transaction.
 */
export function withSecondTry(
  first: pg.PoolClient,
  takeOther: (error: unknown) => Promise<pg.PoolClient>,
): pg.PoolClient {
  let client: pg.PoolClient | null = first
  let isFirst = true
  const query: Query = async (text, values) => {
    const mayTryAgain = isFirst
    isFirst = false
    try {
      return await (client ?? first).query(text, values)
    } catch (error) {
      if (!mayTryAgain || !isServerLost(error)) throw error
      client = null
      first.release(true)
      client = await takeOther(error)
      return client.query(text, values)
    }
  }
  return { query, release: (destroy) => client?.release(destroy) } as pg.PoolClient
}
