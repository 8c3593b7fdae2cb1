import { existsSync } from 'node:fs';
import { runQuietly, step } from './steps.mjs';

const isThere = () => existsSync('/usr/sbin/dovecot') || existsSync('/usr/local/sbin/dovecot');

/** A real mail server for the inbox tests, installed where possible; otherwise they are skipped. */
export async function ensureDovecot() {
  if (isThere()) return;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await step('Installing Dovecot from Debian', async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await runQuietly('apt-get', ['update'], { env });
      await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'dovecot-imapd'], { env });
    });
  }
  if (!isThere())
    console.log(
      'There is no Dovecot and none could be installed, so the tests against a real mailbox are skipped. Install it ("apt install dovecot-imapd").',
    );
}
