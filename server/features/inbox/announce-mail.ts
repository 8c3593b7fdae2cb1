import type { Reader } from '../../platform/database/open-database';
import { announce } from '../../platform/live/announce';

/** Tells every window that shows mail that something about it has changed, once the transaction commits. */
export const announceMail = (db: Reader): Promise<void> => announce(db, { topic: 'mail' });
