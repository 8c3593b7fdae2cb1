import { takeLock } from '../../platform/database/advisory-lock';
import type { Tx } from '../../platform/database/open-database';
import { locks } from './advisory-locks';

/** Waits for postings in progress, and blocks new ones until the commit. */
export const lockBooks = (tx: Tx): Promise<void> => takeLock(tx, locks.books);
