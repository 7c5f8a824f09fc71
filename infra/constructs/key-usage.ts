/** What a caller needs of the key to send to a topic or queue that is encrypted with it. */
export const toSend = ['kms:Decrypt', 'kms:GenerateDataKey']

/**
 * What a caller needs of the key to use a table that is encrypted with it. To read a secret, to
 * receive from a queue, and to send takes some of the same.
 */
export const toUseTables = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]
