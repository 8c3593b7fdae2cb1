/** How long a reply may take before a call is cancelled, in milliseconds (K-01). */
export const requestTimeout = 30_000;
