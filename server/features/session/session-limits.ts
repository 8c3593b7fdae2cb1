const hour = 60 * 60 * 1000;

/** The maximum length of a session. The inactivity limit is a setting. */
export const absoluteLimitMs = 7 * 24 * hour;
/** The inactivity limit of a cashier signed in by PIN. */
export const cashierIdleLimitMs = hour;
export const cashierLimitMs = 12 * hour;
/** Signing in on one device more signs out the one idle longest. */
export const maxDevices = 10;
