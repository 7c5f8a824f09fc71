import { Metrics } from '@aws-lambda-powertools/metrics'
import {
  type MetricName,
  metricNames,
  metricNamespace,
  serviceName,
  typeDimension,
} from './metric-names.ts'

/** Takes figures; they are published when the invocation ends. */
export type Meter = {
  add: (name: MetricName, value: number) => void
  /** Counts one published event of a type. */
  addEvent: (type: string) => void
  /** Publishes what has been added since the last time. */
  flush: () => void
}

/** Figures as CloudWatch embedded metrics, by environment; events also by type. */
export const createMeter = (environment: string): Meter => {
  const metrics = new Metrics({
    namespace: metricNamespace,
    serviceName: serviceName(environment),
  })
  const events = new Map<string, number>()
  const flushEvents = () => {
    for (const [type, count] of events) {
      metrics.addMetric('EventsPublished', metricNames.EventsPublished, count)
      const byType = metrics.singleMetric()
      byType.addDimension(typeDimension, type)
      byType.addMetric('EventsPublished', metricNames.EventsPublished, count)
    }
    events.clear()
  }
  return {
    add: (name, value) => metrics.addMetric(name, metricNames[name], value),
    addEvent: (type) => events.set(type, (events.get(type) ?? 0) + 1),
    flush: () => {
      flushEvents()
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
    },
  }
}
