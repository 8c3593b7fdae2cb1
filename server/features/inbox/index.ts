export { inboxConstraints } from './constraints';
export { draftRoutes } from './draft.routes';
export { inboxRoutes } from './inbox.routes';
export type { MailboxReach } from './mailbox-reach';
export { watchMailbox, type WatchParts } from './sync/watch-mailbox';
