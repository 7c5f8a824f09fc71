import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'

/**
 * Every item of a partition whose sort key begins with `prefix`, in the order of that key; all of
 * them where it is empty. Reads may lag behind writes unless `isConsistent`.
 */
export const itemsOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  partition: string,
  prefix: string,
  { isConsistent = false } = {},
): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = []
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      // DynamoDB takes no empty text for a key.
      ...(prefix === ''
        ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': partition } }
        : {
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
            ExpressionAttributeValues: { ':pk': partition, ':prefix': prefix },
          }),
      ConsistentRead: isConsistent,
    },
  )
  for await (const page of pages) items.push(...(page.Items ?? []))
  return items
}
