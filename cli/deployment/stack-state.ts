import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** `unmade` is a stack whose first deployment failed: nothing of it is of use. */
export type StackState = 'absent' | 'unmade' | 'there'

const unmade = new Set(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'ROLLBACK_IN_PROGRESS'])

/** Whether a stack is there. One that only has a change set to look at is not. */
export const stackState = async (
  cloudFormation: CloudFormationClient,
  name: string,
): Promise<StackState> => {
  try {
    const { Stacks = [] } = await cloudFormation.send(
      new DescribeStacksCommand({ StackName: name }),
    )
    const status = Stacks[0]?.StackStatus ?? 'REVIEW_IN_PROGRESS'
    if (status === 'REVIEW_IN_PROGRESS') return 'absent'
    return unmade.has(status) ? 'unmade' : 'there'
  } catch (error) {
    // CloudFormation has no name of its own for it.
    if (error instanceof Error && /does not exist/.test(error.message)) return 'absent'
    throw error
  }
}
