import type { Reader } from '../../platform/database/open-database';
import { announce } from '../../platform/live/announce';

/** Notifies all open pages that mail has changed, after the commit. */
export const announceMail = (db: Reader): Promise<void> => announce(db, { topic: 'mail' });
