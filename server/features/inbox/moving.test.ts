import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inbox, type MoveTo } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import {
  type Dovecot,
  type DovecotOptions,
  startDovecot,
  withoutDovecot,
} from '../../../tests/support/dovecot';
import { mailMessage, mailNetwork, mailSecrets, startWatching } from '../../../tests/support/mailbox';
import { type SlowProxy, startSlowProxy } from '../../../tests/support/slow-proxy';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

const everyFolder = { Sent: '\\Sent', Bin: '\\Trash', Spam: '\\Junk', Old: '\\Archive' };
/** The capabilities of a very old server: no MOVE, and no UIDPLUS to expunge single messages. */
const old = 'IMAP4rev1 LITERAL+ SASL-IR LOGIN-REFERRALS ID ENABLE IDLE NAMESPACE SPECIAL-USE';

// Runs against a real mail server, Debian's dovecot-imapd; skipped where it is not installed.
describe.skipIf(withoutDovecot)('F68 messages are moved on a real server', () => {
  let shop: TestApp;
  let clerk: Caller;
  let other: Caller;
  let admin: Caller;
  let server: Dovecot;
  let proxy: SlowProxy;
  let watching: { stop: () => Promise<void> } | undefined;

  beforeAll(async () => {
    shop = await startTestApp({ secrets: mailSecrets, mailNetwork });
    admin = await shop.as('admin');
    clerk = await shop.as('view_email', 'create_email');
    other = await shop.as('view_email', 'create_email');
  });
  afterEach(async () => {
    await watching?.stop();
    watching = undefined;
    await proxy.close();
    await server.end();
    await shop.db.deleteFrom('mailbox').execute();
    await shop.db.deleteFrom('mail_folders').execute();
  });
  afterAll(() => shop.close());

  /** A mailbox with these messages in its inbox, and a process that watches it. */
  const setUp = async (
    subjects: readonly string[],
    options: DovecotOptions = {},
    also: () => void = () => undefined,
  ) => {
    server = await startDovecot({ specialUse: everyFolder, ...options });
    proxy = await startSlowProxy(server.port);
    also();
    for (const [n, subject] of subjects.entries())
      server.deliver(mailMessage({ subject }), { minutesAgo: n });
    const settings = { address: 'shop@firm.example', host: '127.0.0.1', security: 'none' as const };
    const { user: username, password } = server;
    await admin.call(mailbox.save, { body: { ...settings, port: proxy.port, username, password } });
    watch();
    await expect.poll(() => subjectsIn()).toEqual(subjects);
    await expect
      .poll(async () => (await folders()).find(({ role }) => role === 'inbox'))
      .toMatchObject({
        fetched: subjects.length,
        on_server: subjects.length,
      });
  };
  const watch = () => {
    watching = startWatching(shop);
  };
  const folders = async () => (await clerk.call(inbox.folders)).reply.folders;
  const folderId = async (name: string) => (await folders()).find(folder => folder.name === name)?.id ?? 0;
  const rowsIn = async (name?: string) => {
    const id = name === undefined ? undefined : await folderId(name);
    // Stored here once the mailbox has been synced.
    if (id === 0) return [];
    const query = id === undefined ? {} : { folder_id: String(id) };
    return (await clerk.call(inbox.messages, { query })).reply.data;
  };
  const subjectsIn = async (name?: string) => (await rowsIn(name)).map(({ subject }) => subject);
  const idOf = async (subject: string, name?: string) =>
    (await rowsIn(name)).find(row => row.subject === subject)?.id ?? 0;
  const move = (ids: readonly number[], to: MoveTo, who = clerk) =>
    who.call(inbox.move, { body: { ids: [...ids], to } });
  /** Waits until every requested move is done on the server and no number is missing. */
  const settled = async () => {
    await expect
      .poll(() =>
        shop.db
          .selectFrom('mail_messages')
          .select(['subject', 'folder_id', 'from_folder_id', 'uid'])
          .where(where => where.or([where('uid', 'is', null), where('from_folder_id', 'is not', null)]))
          .execute(),
      )
      .toEqual([]);
  };

  test('F68 archive, bin, junk and back: shown at once, done on the server, keeping row and text', async () => {
    await setUp(['One', 'Two', 'Three']);
    const [one, two, three] = [await idOf('One'), await idOf('Two'), await idOf('Three')];
    const archived = await move([one], 'archive');
    expect(archived.reply).toMatchObject({ message: '1 message moved to Old.' });
    expect(await subjectsIn()).toEqual(['Two', 'Three']);
    expect(await subjectsIn('Old')).toEqual(['One']);
    expect((await move([two], 'trash')).reply.message).toBe('1 message moved to the bin (Bin).');
    await move([three], 'junk');
    await settled();
    expect([server.holds(), server.holds('Old'), server.holds('Bin'), server.holds('Spam')]).toEqual([
      [],
      ['One'],
      ['Two'],
      ['Three'],
    ]);
    expect(await idOf('One', 'Old')).toBe(one);
    // And back again, as undo does.
    const from = archived.reply.moved[0]?.from_folder_id ?? 0;
    await clerk.call(inbox.move, { body: { ids: [one], folder_id: from } });
    await move([three], 'inbox');
    await settled();
    expect(server.holds()).toEqual(['One', 'Three']);
    expect(await idOf('Three')).toBe(three);
    await expect
      .poll(async () => (await clerk.call(inbox.get, { params: { id: one } })).reply.text)
      .toBe('The text of One.');
    expect((await shop.audits(1))[0]).toMatchObject({
      action: 'moved',
      record_type: 'received_email',
      record_name: 'Three',
      before: { folder: 'Spam' },
      after: { folder: 'Inbox' },
    });
  });

  test('F68 folders are recognised by name where the server has no flags, and created where missing', async () => {
    await setUp(['One', 'Two'], { specialUse: { Sent: '\\Sent' } }, () =>
      server.deliver(mailMessage({ subject: 'Deleted before' }), { folder: 'Deleted Items' }),
    );
    await expect.poll(() => subjectsIn('Deleted Items')).toEqual(['Deleted before']);
    await move([await idOf('One')], 'trash');
    await move([await idOf('Two')], 'archive');
    expect(await subjectsIn('Archive')).toEqual(['Two']);
    await settled();
    expect(server.holds('Deleted Items')).toEqual(['Deleted before', 'One']);
    expect(server.holds('Archive')).toEqual(['Two']);
    expect((await folders()).find(({ role }) => role === 'archive')).toMatchObject({ name: 'Archive' });
  });

  test('F68 many at once; a message moved elsewhere meanwhile is left where it is', async () => {
    const subjects = Array.from({ length: 30 }, (_, n) => `Message ${n}`);
    await setUp(subjects);
    const ids = (await rowsIn()).map(({ id }) => id);
    const seenIn = await folderId('Inbox');
    await move(ids.slice(0, 2), 'junk', other);
    const body = { ids, to: 'archive' as const, from_folder_id: seenIn };
    const { reply } = await clerk.call(inbox.move, { body });
    expect(reply.message).toBe(
      '28 messages moved to Old. 2 messages had already been moved by another user.',
    );
    await settled();
    expect([server.holds('Spam').length, server.holds('Old').length, server.holds().length]).toEqual([
      2, 28, 0,
    ]);
    const again = await clerk.call(inbox.move, { body });
    expect([again.status, again.refusal.message]).toEqual([
      409,
      'Another user has moved this message. Look for it in its new folder.',
    ]);
  });

  test('F68 two users who move the same messages at once: each message ends in one place', async () => {
    await setUp(['One', 'Two', 'Three', 'Four']);
    const ids = (await rowsIn()).map(({ id }) => id);
    await Promise.all([move(ids, 'archive'), move([...ids].reverse(), 'trash', other), move(ids, 'junk')]);
    await settled();
    const everywhere = ['Old', 'Bin', 'Spam'].flatMap(name => server.holds(name));
    expect([...everywhere, ...server.holds()].sort()).toEqual(['Four', 'One', 'Three', 'Two']);
    for (const [name, place] of [
      ['Old', 'Old'],
      ['Bin', 'Bin'],
      ['Spam', 'Spam'],
    ] as const)
      expect((await subjectsIn(name)).sort()).toEqual(server.holds(place));
  });

  test.each([
    ['that moves', undefined],
    ['that can only copy and delete', `${old} UIDPLUS`],
    ['that cannot delete single messages', old],
  ])(
    'F68 a connection cut repeatedly to a server %s: nothing is lost or duplicated',
    async (_, capability) => {
      const subjects = Array.from({ length: 12 }, (_each, n) => `Message ${String(n).padStart(2, '0')}`);
      await setUp(subjects, capability === undefined ? {} : { capability });
      const all = [...subjects].sort();
      const ids = (await rowsIn()).map(({ id }) => id);
      // Cuts the connection at different places, so that each step is once the last.
      for (let bytes = 1_100; bytes < 2_700; bytes += 200) {
        proxy.cutAfterBytes = bytes;
        proxy.cutAll();
        const before = proxy.connections();
        const to = bytes % 400 === 300 ? 'archive' : 'inbox';
        await move(ids, to);
        await expect.poll(() => proxy.connections()).toBeGreaterThan(before);
        await clerk.call(mailbox.check);
      }
      proxy.cutAfterBytes = null;
      proxy.cutAll();
      await move(ids, 'archive');
      await settled();
      await expect.poll(() => server.holds('Old')).toEqual(all);
      expect(server.holds()).toEqual([]);
      expect((await rowsIn('Old')).map(({ id }) => id)).toEqual(ids);
      expect(await subjectsIn()).toEqual([]);
    },
  );

  test.each([
    ['with UIDPLUS', `${old} UIDPLUS`],
    ['without UIDPLUS', old],
  ])(
    'F68 a copy made %s before the connection broke, its answer lost, is found again and not made twice',
    async (_, capability) => {
      await setUp(['One', 'Two'], { capability });
      const [one, two] = [await idOf('One'), await idOf('Two')];
      proxy.cutBefore(/OK [^\r\n]*Copy completed/);
      await move([one], 'archive');
      await expect.poll(() => proxy.isCut()).toBe(true);
      expect([server.holds(), server.holds('Old')]).toEqual([['One', 'Two'], ['One']]);
      // Nothing of this one was sent, so it has no copy yet.
      await move([two], 'archive');
      proxy.mend();
      await settled();
      await expect.poll(() => [server.holds(), server.holds('Old')]).toEqual([[], ['One', 'Two']]);
      expect([await idOf('One', 'Old'), await idOf('Two', 'Old')]).toEqual([one, two]);
      expect((await subjectsIn('Old')).sort()).toEqual(['One', 'Two']);
    },
  );

  test('F68 without UIDPLUS, messages that another program marked as deleted stay', async () => {
    await setUp(['Marked by another', 'Moved from here'], { capability: old });
    await watching?.stop();
    server.mark('Marked by another', 'T');
    watch();
    await move([await idOf('Moved from here')], 'archive');
    await settled();
    expect(server.holds()).toEqual(['Marked by another T']);
    expect(server.holds('Old')).toEqual(['Moved from here']);
  });

  test('F68 a message the server refuses to move returns to its folder with the reason: no permission, no space', async () => {
    await setUp(['Kept', 'Other'], { maxMessages: 2, capability: `${old} UIDPLUS ACL QUOTA` });
    const id = await idOf('Kept');
    await move([id], 'archive');
    const refusal = async () => (await clerk.call(inbox.get, { params: { id } })).reply.refusal;
    await expect.poll(refusal).toContain('The message could not be moved. The mailbox is full.');
    expect(await subjectsIn()).toEqual(['Kept', 'Other']);
    expect([server.holds(), server.holds('Old')]).toEqual([['Kept', 'Other'], []]);
    expect((await shop.audits(1))[0]).toMatchObject({ action: 'move_refused', record_name: 'Kept' });
    // The next action on it clears the message.
    await clerk.call(inbox.mark, { body: { ids: [id], as: 'flagged' } });
    expect(await refusal()).toBeNull();
  });

  test('F68 a read-only folder: the message stays in it only', async () => {
    await setUp(['Kept']);
    await watching?.stop();
    server.permit('Old', 'lrs');
    watch();
    const id = await idOf('Kept');
    await move([id], 'archive');
    const refusal = async () => (await clerk.call(inbox.get, { params: { id } })).reply.refusal;
    await expect.poll(refusal).toMatch(/^The message could not be moved\. .+/);
    expect([server.holds(), server.holds('Old'), await subjectsIn()]).toEqual([['Kept'], [], ['Kept']]);
  });

  test('F68 moves requested while the server was down, or before a restart, are done later', async () => {
    await setUp(['One', 'Two']);
    await watching?.stop();
    await server.stop();
    const [one, two] = [await idOf('One'), await idOf('Two')];
    await move([one], 'archive');
    await move([two], 'archive');
    // Undone before the server was updated, so there is nothing to send.
    await move([two], 'inbox');
    await clerk.call(inbox.mark, { body: { ids: [one], as: 'flagged' } });
    expect(await subjectsIn('Old')).toEqual(['One']);
    await server.start();
    watch();
    await settled();
    await expect.poll(() => [server.holds('Old'), server.holds()]).toEqual([['One F'], ['Two']]);
  });

  test('F68 when a server renumbers messages before a move or mark is sent, the right ones are moved and marked', async () => {
    await setUp(['First', 'Second', 'Third', 'Fourth']);
    await watching?.stop();
    const [second, third] = [await idOf('Second'), await idOf('Third')];
    await move([third], 'archive');
    await clerk.call(inbox.mark, { body: { ids: [second], as: 'flagged' } });
    await server.stop();
    // Now the number of each belongs to the one after it.
    server.discard('First');
    server.forgetNumbers();
    server.deliver(mailMessage({ subject: 'New' }), { minutesAgo: 60 });
    await server.start();
    watch();
    await settled();
    await expect
      .poll(() => [server.holds(), server.holds('Old')])
      .toEqual([['Fourth', 'New', 'Second F'], ['Third']]);
    expect(await idOf('Third', 'Old')).toBe(third);
    expect((await subjectsIn()).sort()).toEqual(['Fourth', 'New', 'Second']);
  });

  test('F68 moves and deletions by another program follow the server', async () => {
    await setUp(['Moved elsewhere', 'Deleted there']);
    await watching?.stop();
    const ids = (await rowsIn()).map(({ id }) => id);
    await move(ids, 'archive');
    server.carry('Moved elsewhere', 'Spam');
    server.discard('Deleted there');
    watch();
    await settled();
    await expect.poll(() => subjectsIn('Spam')).toEqual(['Moved elsewhere']);
    expect([await subjectsIn('Old'), await subjectsIn()]).toEqual([[], []]);
    expect([server.holds('Old'), server.holds()]).toEqual([[], []]);
  });

  test('F68 read, unread, flagged and unflagged are synced both ways, many at once', async () => {
    await setUp(['One', 'Two', 'Three']);
    const ids = (await rowsIn()).map(({ id }) => id);
    const mark = (as: 'read' | 'unread' | 'flagged' | 'unflagged', which = ids) =>
      clerk.call(inbox.mark, { body: { ids: which, as } });
    expect((await mark('read')).reply).toEqual({
      message: '3 messages marked as read.',
      marked: [...ids].reverse(),
    });
    expect((await mark('flagged', ids.slice(0, 1))).reply.message).toBe('1 message flagged.');
    await expect.poll(() => server.holds()).toEqual(['One FS', 'Three S', 'Two S']);
    expect((await mark('read')).reply.marked).toEqual([]);
    await mark('unread', ids.slice(1));
    await mark('unflagged');
    await expect.poll(() => server.holds()).toEqual(['One S', 'Three', 'Two']);
    server.mark('Two', 'F');
    await expect
      .poll(async () => (await rowsIn()).map(({ flagged }) => flagged))
      .toEqual([false, true, false]);
  });
});
