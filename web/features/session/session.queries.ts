import { session } from '#domain/session/session.contract';
import { contractQuery } from '../../platform/queries';

export const entryState = contractQuery(session.entry, { shownInPlace: false });

/** The sign-in page shows its own errors. */
export const entryStateInPlace = contractQuery(session.entry);
