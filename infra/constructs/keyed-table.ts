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
import type { attendanceTable } from '../../lib/store/tables.ts'
import { keepLogicalId } from '../logical-ids.ts'

export type KeyedTableProps = {
  /** Its logical id, which never changes, or the table would be replaced. */
  logicalId: string
  /** Its keys, as the code that uses it has them. */
  keys: typeof attendanceTable
  tableName: string
  key: IKey
  removalPolicy: RemovalPolicy
  isDeletionProtected: boolean
}

/** A table that holds what must not be lost. */
export class KeyedTable extends Construct {
  readonly table: Table

  constructor(scope: Construct, id: string, props: KeyedTableProps) {
    super(scope, id)
    const { partitionKey, sortKey, timeToLive } = props.keys
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
    keepLogicalId(this.table.node.defaultChild as CfnTable, props.logicalId)
  }
}
