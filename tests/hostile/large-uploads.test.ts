import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentMaxBytes } from '#domain/kernel/attachment-rules';
import { hashOfToken, newToken } from '../../server/features/session/token';
import { connectionsOf } from '../../server/platform/database/embedded/connections';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { administrator } from '../faults/client';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { descriptorsOf, showsProcesses, watchMemory } from '../support/process-memory';
import { temporaryFolder } from '../support/temporary-folder';
import { multipartForm, pdfOf } from '../support/upload';

const atOnce = 20;
const brokenOff = 200;
/** In MB. */
const memoryAllowed = 150;

const dataDir = join(temporaryFolder(), 'data');
let program: CounterfoilProcess;
let port: number;
/** One user may upload sixty times a minute. */
const tokens = Array.from({ length: 6 }, newToken);
const orders: number[] = [];
beforeAll(async () => {
  if (!showsProcesses) return;
  port = await freePort();
  program = spawnCounterfoil({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  await program.ready();
  await addUsers();
  const supplier = await create('/api/suppliers', { name: 'Paper Mill Ltd' });
  for (let nth = 0; nth < atOnce; nth++)
    orders.push(await create('/api/purchases', { supplier_id: supplier }));
});
afterAll(async () => {
  if (!showsProcesses) return;
  program.signal('SIGTERM');
  await program.ended();
});

/** Other administrators, each with a session. */
async function addUsers(): Promise<void> {
  const place = placeOf(dataDir);
  const client = new pg.Client(connectionsOf(place, readPasswords(place)).connection);
  await client.connect();
  for (const [nth, token] of tokens.entries()) {
    const { rows } = await client.query<{ id: number }>(
      'insert into users (name, email, created_at, updated_at) values ($1, $2, now(), now()) returning id',
      [`Person ${nth}`, `person${nth}@example.test`],
    );
    await client.query(
      'insert into user_roles (user_id, role_id) select $1, id from roles where is_system limit 1',
      [rows[0]?.id],
    );
    await client.query(
      `insert into sessions (user_id, token_hash, description, created_at, last_seen_at, expires_at)
       values ($1, $2, 'Test', now(), now(), now() + interval '1 day')`,
      [rows[0]?.id, hashOfToken(token)],
    );
  }
  await client.end();
}

const tokenOf = (nth: number) => tokens[nth % tokens.length] ?? '';
const orderOf = (nth: number) => orders[nth % orders.length] ?? 0;

/** Sends a body over a connection of its own, which ends with the reply. */
async function send(
  path: string,
  body: string | Uint8Array,
  { token = tokenOf(0), type = 'application/json' } = {},
): Promise<{ status: number; reply: Record<string, unknown> }> {
  const sending = request({
    port,
    path,
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  });
  sending.end(body);
  const [response] = await once(sending, 'response');
  return { status: response.statusCode, reply: JSON.parse(await text(response)) };
}

async function create(path: string, body: object): Promise<number> {
  const { status, reply } = await send(path, JSON.stringify(body));
  expect(status, JSON.stringify(reply)).toBe(200);
  return Number(reply.id);
}

/** Attaches files of these sizes to an order; each differs from those of other calls. */
async function attach(nth: number, ...sizes: readonly number[]) {
  const files = sizes.map((bytes, at) => {
    const content = pdfOf(bytes);
    content.write(`file ${nth} of ${sizes.length}`, 100);
    return { name: `bill-${at + 1}.pdf`, content };
  });
  const { body, headers } = await multipartForm({}, files);
  return send(`/api/purchases/${orderOf(nth)}/attachments`, body as unknown as Uint8Array, {
    token: tokenOf(nth),
    type: headers['content-type'] ?? '',
  });
}

const attachAtOnce = (bytes: number) =>
  Promise.all(Array.from({ length: atOnce }, (_, nth) => attach(nth, bytes)));

/** Sends the first half of an upload, and leaves without a word once `leaving` resolves. */
async function breakOff(nth: number, leaving: Promise<void>): Promise<void> {
  const head = [
    `POST /api/purchases/${orderOf(nth)}/attachments HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${tokenOf(nth)}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${attachmentMaxBytes}`,
    '',
    '--b',
    'Content-Disposition: form-data; name="attachments[]"; filename="half.pdf"',
    'Content-Type: application/pdf',
    '',
    '',
  ].join('\r\n');
  const socket = connect(port, '127.0.0.1');
  socket.write(head);
  await new Promise(resolve => socket.write(pdfOf(attachmentMaxBytes / 2), resolve));
  await leaving;
  socket.destroy();
  await once(socket, 'close');
}

const incoming = () => readdirSync(join(dataDir, 'files', 'incoming'));

/** Files and everything else but connections, those to the database among them, which come and go. */
const filesOpen = () =>
  descriptorsOf(program.pid)
    .filter(to => !to.startsWith('socket:'))
    .toSorted();
const connectionsOpen = () => descriptorsOf(program.pid).filter(to => to.startsWith('socket:')).length;

test.runIf(showsProcesses)(
  'R21 uploads of 10 MB at once, too large and broken off keep to the limit, the memory and the disk',
  async () => {
    // Loads what uploads need, and opens the connections to the database.
    await attachAtOnce(10_000);
    const before = { files: filesOpen(), connections: connectionsOpen() };
    const memory = watchMemory(program.pid);

    const uploads = await attachAtOnce(attachmentMaxBytes);
    expect(uploads.map(({ status }) => status)).toEqual(uploads.map(() => 200));
    for (const { reply } of uploads)
      expect(reply.data).toContainEqual(expect.objectContaining({ bytes: attachmentMaxBytes }));

    const sentence = 'bill-1.pdf: File too large (max 10MB)';
    expect(await attach(20, attachmentMaxBytes + 1)).toMatchObject({
      status: 422,
      reply: { message: sentence, errors: { attachments: [sentence] } },
    });
    const beside = await attach(21, attachmentMaxBytes + 1, 5_000);
    expect(beside).toMatchObject({ status: 200, reply: { rejected: [sentence] } });

    for (let done = 0; done < brokenOff; done += atOnce) {
      let leave = () => {};
      const leaving = new Promise<void>(resolve => {
        leave = resolve;
      });
      const halves = Array.from({ length: atOnce }, (_, nth) => breakOff(done + nth, leaving));
      await expect.poll(() => incoming().length).toBe(atOnce);
      leave();
      await Promise.all(halves);
      await expect.poll(incoming).toEqual([]);
    }

    expect(memory.peak() - memory.start).toBeLessThan(memoryAllowed);
    await expect.poll(filesOpen).toEqual(before.files);
    await expect.poll(connectionsOpen).toBeLessThanOrEqual(before.connections);
    expect((await attach(22, 7_000)).status).toBe(200);
  },
);
