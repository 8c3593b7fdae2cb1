/**
 * Runs in the page before its own code: no request is given up within a minute. On a busy machine a till would
 * otherwise turn a sale that is not answered within eight seconds into an offline one. Tests of the offline till cut the
 * connection, which fails at once.
 */
export function patientRequests(): void {
  const after = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = milliseconds => after(Math.max(milliseconds, 60_000));
}
