export { inboxConstraints } from './constraints';
export { draftRoutes } from './draft.routes';
export { inboxRoutes } from './inbox.routes';
export type { MailboxNetwork } from './mailbox-network';
export { watchMailbox, type WatchParts } from './sync/watch-mailbox';
