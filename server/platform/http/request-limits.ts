import { requestConnections } from '../connections';

/** How long a request may take, and when further ones are refused (decision 201). Times are in milliseconds. */
export type RequestLimits = {
  /** From the arrival of a request to the end of its work. */
  readonly lasts: number;
  /** How long undoing what was stopped may take: together less than the 25 s within which every request is answered. */
  readonly undoing: number;
  /** How many may wait for a connection to the database, and for how long there may be more. */
  readonly maxWaiting: number;
  readonly overrun: number;
};

export const defaultRequestLimits: RequestLimits = {
  lasts: 24_000,
  undoing: 700,
  maxWaiting: 3 * requestConnections,
  overrun: 2_000,
};
