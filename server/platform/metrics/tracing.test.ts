import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { freshDatabase } from '#tests/database.ts'
import { ownPort } from '#tests/own-port.ts'
import { startTracing } from './tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Sent = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Body = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
}

test('a collector gets each request with its queries below it, and no value of either', async () => {
  const bodies: Body[] = []
  const port = await ownPort()
  const collector = createServer(async (request, response) => {
    bodies.push(JSON.parse((await buffer(request)).toString('utf8')))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void collector.close())
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  const tracing = await startTracing()
  const { connectionString, drop } = await freshDatabase()
  const { db } = connect(connectionString, 1, { log: tracing.logQuery })

  const parent = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
  const asked = Promise.withResolvers<void>()
  const span = tracing.begin('GET', `00-${parent.trace}-${parent.span}-01`, () => {
    const query = db.selectFrom('accounts').select('id').where('username', '=', '비밀 이름').execute()
    query.then(() => asked.resolve(), asked.reject)
  })
  await asked.promise
  span.end('/post/$id', 500)
  await tracing.close()
  await db.destroy()
  await drop()

  const spans = bodies.flatMap((body) =>
    body.resourceSpans.flatMap((of) => of.scopeSpans.flatMap((each) => each.spans)),
  )
  const [query, request] = spans
  expect(request).toMatchObject({ name: 'GET /post/$id', traceId: parent.trace, parentSpanId: parent.span })
  expect(query).toMatchObject({ name: 'select', traceId: parent.trace, parentSpanId: request?.spanId })
  expect(JSON.stringify(bodies)).toContain('"username\\" = $1')
  expect(JSON.stringify(bodies)).toContain('"stringValue":"matnanum"')
  expect(JSON.stringify(bodies)).not.toContain('비밀')
})
