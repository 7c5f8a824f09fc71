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
  /** Adds to a figure that is broken down by one dimension alone. */
  addBy: (name: MetricName, dimension: string, value: string, count: number) => void
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
  const addBy: Meter['addBy'] = (name, dimension, value, count) => {
    const single = metrics.singleMetric()
    single.addDimension(dimension, value)
    single.addMetric(name, metricNames[name], count)
  }
  const flushEvents = () => {
    for (const [type, count] of events) {
      metrics.addMetric('EventsPublished', metricNames.EventsPublished, count)
      addBy('EventsPublished', typeDimension, type, count)
    }
    events.clear()
  }
  return {
    addBy,
    add: (name, value) => metrics.addMetric(name, metricNames[name], value),
    addEvent: (type) => events.set(type, (events.get(type) ?? 0) + 1),
    flush: () => {
      flushEvents()
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
    },
  }
}
