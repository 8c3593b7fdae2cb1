import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { temporaryFolder } from '../support/temporary-folder';
import { multipartForm } from '../support/upload';

let sink: SmtpSink;
/** Resolves when the mail server has a whole message; its reply is held until released. */
let arrived: Promise<void>;
let arrive: () => void;
let released: Promise<null>;
let release: () => void;

beforeAll(async () => {
  sink = await startSmtpSink({
    onMessage: () => {
      arrive();
      return released;
    },
  });
  // Build changed sources now, so that no test waits for it.
  expect(await spawnCounterfoil({ PORT: 'none' }).ended()).toBe(1);
});
beforeEach(() => {
  arrived = new Promise(resolve => {
    arrive = resolve;
  });
  released = new Promise(resolve => {
    release = () => resolve(null);
  });
});
afterAll(() => sink.close());

/** Starts the product with this mail server, and signs its administrator in. */
async function startShop(dataDir = join(temporaryFolder(), 'data')) {
  const port = await freePort();
  const counterfoil = spawnCounterfoil({
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: sink.url,
    ADMIN_EMAIL: 'ann@shop.example',
    ADMIN_PASSWORD: 'mauve-otter-ladder-42',
  });
  onTestFinished(async () => {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  });
  await counterfoil.ready();
  const ask = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const json = { 'content-type': 'application/json' };
  const credentials = JSON.stringify({ email: 'ann@shop.example', password: 'mauve-otter-ladder-42' });
  const { token } = (await (await ask('POST', '/auth/login', credentials, json)).json()) as { token: string };
  const authorization = `Bearer ${token}`;
  return {
    counterfoil,
    dataDir,
    addSupplier: async () => {
      const body = JSON.stringify({ name: 'Thornbury' });
      const reply = await ask('POST', '/suppliers', body, { ...json, authorization });
      return ((await reply.json()) as { id: number }).id;
    },
    mail: async (id: number) => {
      const form = await multipartForm({ supplier_id: String(id), email: 'orders@thornbury.example' });
      const body = form.body as unknown as BodyInit;
      const reply = await ask('POST', '/emails/send-supplier', body, { ...form.headers, authorization });
      return reply.json();
    },
    emailsOf: async (id: number) => {
      const reply = await ask('GET', `/suppliers/${id}/emails`, undefined, { authorization });
      return ((await reply.json()) as { data: unknown[] }).data;
    },
  };
}

test('SIGTERM lets the current message be sent, and its request be answered', async () => {
  const shop = await startShop();
  const answer = shop.mail(await shop.addSupplier());
  await arrived;
  shop.counterfoil.signal('SIGTERM');
  release();
  expect(await answer).toEqual({ success: true, message: 'Email sent to orders@thornbury.example.' });
  expect(await shop.counterfoil.ended()).toBe(0);
});

test('a message is not sent again after kill -9 while sending it', async () => {
  const before = sink.handedOver();
  const shop = await startShop();
  const id = await shop.addSupplier();
  const answer = shop.mail(id).catch(() => 'cut off');
  await arrived;
  shop.counterfoil.signal('SIGKILL');
  expect(await answer).toBe('cut off');
  release();

  const again = await startShop(shop.dataDir);
  expect(await again.emailsOf(id)).toMatchObject([{ status: 'sending', attempts: 1 }]);
  // Another message is sent, so the jobs are running; the interrupted one is left alone.
  const other = await again.addSupplier();
  expect(await again.mail(other)).toMatchObject({ success: true });
  expect(await again.emailsOf(id)).toMatchObject([{ status: 'sending', attempts: 1 }]);
  expect(sink.handedOver() - before).toBe(2);
});
