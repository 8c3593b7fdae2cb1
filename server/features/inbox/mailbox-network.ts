import type { ImapTimeouts } from '../../platform/imap';
import type { Networks } from '../../platform/network';

/** Allowed networks and timeouts for mail servers. */
export type MailboxNetwork = { readonly networks: Networks; readonly timeouts?: ImapTimeouts };
