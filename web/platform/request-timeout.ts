/** How long an answer may take before a call is given up, in milliseconds (K-01). */
export const requestTimeout = 30_000;
