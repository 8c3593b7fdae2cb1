import { StartRefused } from '../start-refused';

/** No server that takes writes may be used at the moment. The message says why, for the log and for a refused start. */
export class DatabaseAway extends StartRefused {
  override readonly name = 'DatabaseAway';
  /** PostgreSQL's own code for "cannot connect now", which the queue of jobs takes for passing. */
  readonly code = '57P03';
}
