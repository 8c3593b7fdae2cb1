/** The slowest an upload may arrive, in bytes per second: 128 kbit/s. */
export const slowestUpload = 16 * 1024;
