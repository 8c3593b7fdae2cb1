const hour = 60 * 60 * 1000;

/** Signed out after this long without a request, and after this long at the latest. */
export const idleLimitMs = 8 * hour;
export const absoluteLimitMs = 7 * 24 * hour;
/** Signing in on one device more signs the one out that was idle longest. */
export const mostDevices = 10;
