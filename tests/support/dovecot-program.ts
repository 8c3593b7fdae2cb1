import { existsSync } from 'node:fs';

/** The mail server of the tests, if it is installed. */
export const dovecotProgram = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find(existsSync);

/** Why tests against a real mailbox are skipped here; false where they run. */
export const withoutDovecot = dovecotProgram === undefined;
