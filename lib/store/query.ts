import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'

/** Every item of a partition, in the order of the sort key. Reads may lag behind writes. */
export const itemsOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  partition: string,
  { isConsistent = false } = {},
): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = []
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition },
      ConsistentRead: isConsistent,
    },
  )
  for await (const page of pages) items.push(...(page.Items ?? []))
  return items
}
