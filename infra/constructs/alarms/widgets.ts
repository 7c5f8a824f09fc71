import {
  GraphWidget,
  type IMetric,
  type IWidget,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch'

/** Some figures of now, in a third of a row of the dashboard. */
export const value = (title: string, ...metrics: IMetric[]): IWidget =>
  new SingleValueWidget({ title, metrics, width: 8, height: 4 })

/**
 * Figures over time, in half a row of the dashboard.
 * @param label what the left axis counts
 */
export const graph = (
  title: string,
  left: IMetric[],
  label: string,
  right: IMetric[] = [],
): IWidget =>
  new GraphWidget({ title, left, right, leftYAxis: { label, min: 0 }, width: 12, height: 6 })
