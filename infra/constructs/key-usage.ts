/** What a caller needs of the key to read a secret. */
export const toReadSecrets = ['kms:Decrypt']

/** What a caller needs of the key to receive from a queue that is encrypted with it. */
export const toReceive = ['kms:Decrypt']

/** What a caller needs of the key to send to a topic or queue that is encrypted with it. */
export const toSendThrough = ['kms:Decrypt', 'kms:GenerateDataKey']

/** What a caller needs of the key to use a table that is encrypted with it. */
export const toUseTables = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]
