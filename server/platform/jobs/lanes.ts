/** How many jobs of each lane one process runs at the same time. Jobs of one lane never wait for those of another. */
export const lanes = {
  usual: 3,
  /** A mail server may take its time. */
  mail: 3,
  exports: 3,
  /** Minutes, or hours: imports, backups, changes of many records. */
  long: 3,
} as const;

export type Lane = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as Lane[];
