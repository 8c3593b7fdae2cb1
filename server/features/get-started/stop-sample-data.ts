import type { Tx } from '../../platform/database/open-database';
import { stopSample } from './sample-data.queries';

/** After a restore, stops adding sample data. Whether it was being added. */
export const stopSampleData = (tx: Tx): Promise<boolean> => stopSample(tx, 'It was stopped by a restore.');
