import { expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { startDovecot, withoutDovecot } from '../../../tests/support/dovecot';
import { mailMessage, mailNetwork, mailSecrets, startWatching } from '../../../tests/support/mailbox';
import { startTestApp } from '../../../tests/support/test-app';

// A hundred thousand messages take minutes, so that is opt-in: MAILBOX_MESSAGES=100000 npx vitest run …
const many = Number(process.env.MAILBOX_MESSAGES ?? 600);

function* manyMessages() {
  for (let number = 1; number <= many; number++)
    yield mailMessage({
      id: `many-${number}@elsewhere.example`,
      from: `Person ${number % 977} <person${number % 977}@elsewhere.example>`,
      subject: `Letter ${number} about INV-${String((number % 5000) + 1).padStart(5, '0')}`,
      text: `This is letter ${number}.`,
    });
}

// Needs Debian's dovecot-imapd; skipped where it is not installed.
test.skipIf(withoutDovecot)(
  'a full mailbox is fetched completely, in several batches, each message once',
  async () => {
    const shop = await startTestApp({ secrets: mailSecrets, mailNetwork });
    const server = await startDovecot();
    await server.stop();
    server.fill(manyMessages());
    await server.start();
    const reader = await shop.as('view_email');
    const boss = await shop.as('admin');
    const { port, user, password } = server;
    const where = { address: 'shop@firm.example', host: '127.0.0.1', port, security: 'none' as const };
    await boss.call(mailbox.save, { body: { ...where, username: user, password } });
    const watching = startWatching(shop);
    try {
      const folder = async () => (await reader.call(inbox.folders)).reply.folders[0];
      await expect
        .poll(folder, { timeout: 60_000 + many * 10 })
        .toMatchObject({ fetched: many, on_server: many });
      const found = await reader.call(inbox.messages, { query: { search: 'Letter 17 about' } });
      expect(found.reply.data.map(({ subject }) => subject)).toEqual(['Letter 17 about INV-00018']);
    } finally {
      await watching.stop();
      await server.end();
      await shop.close();
    }
  },
  120_000 + many * 10,
);
