/**
 * How every AWS client behaves: three tries, and no waiting for a service that does not
 * answer, since a function that hangs saves nothing. Times in milliseconds.
 */
export const awsClientConfig = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 4_000,
    throwOnRequestTimeout: true,
    // The time-out of a request ends with the headers of its answer; this one holds for its body.
    socketTimeout: 4_000,
  },
}
