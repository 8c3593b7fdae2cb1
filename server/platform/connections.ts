import { laneNames } from './jobs/lanes';

/** Connections to the database that requests share. */
export const requestConnections = 20;
/** Each lane of jobs listens over one connection; the others fetch and finish jobs, which takes a moment. */
export const jobConnections = laneNames.length + 4;
const listening = 1;
/** What one process opens at most, besides the one of `/metrics`: a pooler and the database need as many for each. */
export const connectionsOfProcess = requestConnections + jobConnections + listening;
