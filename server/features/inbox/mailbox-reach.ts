import type { ImapTimeouts } from '../../platform/imap';
import type { Networks } from '../../platform/network';

/** How far mail servers are reached: within which networks, and how long they may take. */
export type MailboxReach = { readonly networks: Networks; readonly timeouts?: ImapTimeouts };
