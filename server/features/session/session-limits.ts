const hour = 60 * 60 * 1000;

/** Signed out after this long at the latest. How long without a request, the firm says in its settings. */
export const absoluteLimitMs = 7 * 24 * hour;
/** A cashier who changed to a till by PIN is signed out after this long without a request, and at the latest. */
export const cashierIdleLimitMs = hour;
export const cashierLimitMs = 12 * hour;
/** Signing in on one device more signs the one out that was idle longest. */
export const mostDevices = 10;
