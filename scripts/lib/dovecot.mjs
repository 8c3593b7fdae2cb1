import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

const isThere = () => existsSync('/usr/sbin/dovecot') || existsSync('/usr/local/sbin/dovecot');

/** A real mail server for the inbox tests, installed where possible; otherwise they are skipped. */
export async function ensureDovecot() {
  if (isThere()) return;
  await installFromDebian('Dovecot', 'dovecot-imapd');
  if (!isThere())
    console.log(
      'There is no Dovecot and none could be installed, so the tests against a real mailbox are skipped. Install it ("apt install dovecot-imapd").',
    );
}
