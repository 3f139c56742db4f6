import type { FastifyInstance } from 'fastify'
import { WaitBudget } from '../db/wait-budget.ts'

/** Gives every request one budget for all its waits for turns and for database connections. */
export function registerWaitBudget(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => new WaitBudget().run(done))
}
