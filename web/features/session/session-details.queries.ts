import { confirmation } from '#domain/session/confirmation.contract';
import { contractQuery } from '../../platform/queries';

/** How the user can confirm who they are. */
export const ownConfirmation = contractQuery(confirmation.get);
