import type { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type CfnTable,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { attendanceTable } from '../../lib/store/tables.ts'
import { keepLogicalId } from '../logical-ids.ts'

export type AttendanceTableProps = {
  tableName: string
  key: IKey
  removalPolicy: RemovalPolicy
  isDeletionProtected: boolean
}

/** The table of the roster and of what was last known of everyone. */
export class AttendanceTable extends Construct {
  readonly table: Table

  constructor(scope: Construct, id: string, props: AttendanceTableProps) {
    super(scope, id)
    const { partitionKey, sortKey, timeToLive } = attendanceTable
    this.table = new Table(this, 'Table', {
      tableName: props.tableName,
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: props.key,
      deletionProtection: props.isDeletionProtected,
      removalPolicy: props.removalPolicy,
    })
    keepLogicalId(this.table.node.defaultChild as CfnTable, 'AttendanceTable')
  }
}
