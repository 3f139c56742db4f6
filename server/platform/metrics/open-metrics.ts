import type { Config } from '../config.ts'
import { type Metrics, noMetrics } from './metrics.ts'
import type { Prometheus } from './prometheus.ts'
import type { Tracing } from './tracing.ts'

type Observers = Readonly<{ prometheus: Prometheus | null; metrics: Metrics; tracing: Tracing | null }>

/** Loads the libraries only if they are configured, because they take time and memory. */
export async function openMetrics(
  { metricsPort, isTraced }: Pick<Config, 'metricsPort' | 'isTraced'>,
  cleanup: AsyncDisposableStack,
): Promise<Observers> {
  const prometheus = metricsPort === null ? null : (await import('./prometheus.ts')).createPrometheus()
  const tracing = isTraced ? await (await import('./tracing.ts')).startTracing() : null
  if (tracing) cleanup.defer(() => tracing.close())
  return { prometheus, metrics: prometheus ?? noMetrics, tracing }
}
