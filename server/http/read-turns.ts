import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { TurnsByNetwork } from '../turns/turns-by-network.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Computes a response that no cache has, when the network of the request has a turn (`TurnsByNetwork`). */
    inReadTurn: <T>(request: FastifyRequest, compute: () => Promise<T>) => Promise<T>
  }
}

/**
 * Lets networks take turns at reading. As many responses as there are connections of the database are computed at once:
 * more would only wait for each other.
 */
export function registerReadTurns(app: FastifyInstance, { databasePool }: Config): void {
  const turns = new TurnsByNetwork(databasePool)
  app.decorate('inReadTurn', (request, compute) => turns.run(request.ip, compute))
}
