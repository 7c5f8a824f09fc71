import type { ShardStore } from '../../store/shard-store.ts'

/**
 * Writes items of some shards beside their polls: what warm polls remember of those does not hold from
 * before the first write on, and none remembers anything new until the last is done. A refresh that is
 * killed in between leaves them so; the next one ends it.
 */
export const whileEdited = async <T>(
  shardIds: readonly string[],
  owner: string,
  { noteEdit }: Pick<ShardStore, 'noteEdit'>,
  write: () => Promise<T>,
): Promise<T> => {
  const edited = [...new Set(shardIds)]
  for (const shardId of edited) await noteEdit(shardId, { by: owner, isOpen: true })
  const result = await write()
  for (const shardId of edited) await noteEdit(shardId, { by: owner, isOpen: false })
  return result
}
