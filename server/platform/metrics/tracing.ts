import type { LogEvent } from 'kysely'

export type Span = Readonly<{ end(name: string, status: number): void }>

/** OpenTelemetry traces without values: the route of a request, and the text of a query with placeholders. */
export type Tracing = Readonly<{
  /**
   * Begins a request's span, parent of the queries that `next` starts; `parent` is the caller's header `traceparent`.
   */
  begin(method: string, parent: string | undefined, next: () => void): Span
  logQuery(event: LogEvent): void
  close(): Promise<void>
}>

const NAME = 'matnanum'

/** Starts to send traces to the URL that the standard variables name (OTEL_EXPORTER_OTLP_ENDPOINT and others). */
export async function startTracing(): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': NAME }).merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = provider.getTracer(NAME)

  return {
    begin: (method, traceparent, next) => {
      const parent = traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
      context.with(trace.setSpan(parent, span), next)
      return {
        end: (route, status) => {
          span.updateName(`${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    logQuery: ({ level, query, queryDurationMillis }) => {
      const [name = ''] = /^\s*\w+/.exec(query.sql) ?? []
      const endTime = Date.now()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
      const span = tracer.startSpan(name.trim(), {
        kind: SpanKind.CLIENT,
        startTime: endTime - queryDurationMillis,
        attributes,
      })
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endTime)
    },
    close: () => provider.shutdown(),
  }
}
