import type { ImapTimeouts } from '../../platform/imap';
import type { Networks } from '../../platform/network';

/** Allowed networks and timeouts for mail servers. */
export type MailboxNetwork = {
  readonly networks: Networks;
  readonly timeouts?: ImapTimeouts;
  /**
   * Where the pictures of messages may be. By default at public addresses only: the sender of a message names them, and
   * must not make this server call the ones that the operator allows for mail.
   */
  readonly pictures?: Networks;
};
