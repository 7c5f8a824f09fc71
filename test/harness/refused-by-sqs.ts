const taken = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

/** Whether SQS refuses a message for the characters in it, which the embedded one does not. */
export const isRefusedBySqs = (body = ''): boolean => !taken.test(body)
