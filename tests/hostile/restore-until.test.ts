import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BackupsPage } from '#domain/settings/backups.contract';
import { recordingInProcess } from '../statements/record-statements';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { asSuperuserOf } from '../support/superuser-of';
import { temporaryFolder } from '../support/temporary-folder';
import { pdfOf } from '../support/upload';

const administrator = { email: 'owner@firm.example', password: 'correct horse battery staple' };
const root = temporaryFolder();
const dataDir = join(root, 'data');
const folders = { DATA_DIR: dataDir, BACKUP_DIR: join(root, 'other-disk') };
const londonTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
});

let port: number;
let program: CounterfoilProcess;
let token: string;
beforeAll(async () => {
  port = await freePort();
  await start();
  // In its hour a scheduled backup is made at once, and only one is made at a time. Half a day away, none comes between.
  const hour = (Number(londonTime.format(new Date()).slice(11, 13)) + 12) % 24;
  await call('PUT', '/settings/backups/plan', { is_on: true, hour, keep: 14 });
});
afterAll(async () => {
  await stop();
});

async function start(): Promise<void> {
  program = spawnCounterfoil({
    ...folders,
    PORT: String(port),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
  });
  await program.ready();
  token = String((await call('POST', '/auth/login', administrator)).token);
}

async function stop(): Promise<void> {
  program.signal('SIGTERM');
  await program.ended();
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(reply)}`);
  return reply;
}

/**
 * Posts a journal of one amount between two accounts. Until it is answered it is sent again with its key, as the pages
 * do: processes of a killed database may live for a moment and answer one request, but not the next.
 */
async function post(debit: string, credit: string, amount: string): Promise<void> {
  const journal = {
    narrative: 'Entered by hand',
    lines: [
      { account: debit, debit: amount },
      { account: credit, credit: amount },
    ],
  };
  const key = { 'idempotency-key': randomUUID() };
  let refusal: unknown;
  await expect
    .poll(
      () =>
        call('POST', '/journals', journal, key).then(
          () => true,
          (error: unknown) => {
            refusal = error;
            return false;
          },
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
    .catch(() => Promise.reject(refusal));
}

/** The next full second; what happens afterwards is after it. */
async function fullSecond(): Promise<Date> {
  const at = new Date(Math.ceil((Date.now() + 20) / 1000) * 1000);
  await pause(at.getTime() - Date.now() + 20);
  return at;
}

const asSuperuser = (statement: string) => asSuperuserOf(dataDir, statement);

const killDatabase = () =>
  process.kill(
    Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );

/** Runs `npm run restore`; kills it when it prints `killedAt`. */
async function restore(
  options: string[],
  killedAt?: string,
): Promise<{ code: number | null; printed: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['scripts/restore.mjs', ...options], {
    env: { PATH, HOME, ...recordingInProcess(), ...folders },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (killedAt !== undefined && printed.includes(killedAt)) child.kill('SIGKILL');
    });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, printed };
}

/** In UK time, except in the hour that comes twice, which has to be given with its offset. */
const until = (at: Date) => ['--until', isTwice(at) ? at.toISOString() : londonTime.format(at), '--yes'];
const isTwice = (at: Date) =>
  [-1, 1].some(hours => {
    const other = new Date(at.getTime() + hours * 3_600_000);
    return londonTime.format(other) === londonTime.format(at);
  });
const recoveryState = async () =>
  (await call('GET', '/settings/backups')).recovery as Record<
    keyof NonNullable<BackupsPage['recovery']>,
    unknown
  >;
/** The figure of a total that the command printed. */
const total = (printed: string, label: string) =>
  printed
    .split('\n')
    .find(line => line.startsWith(`  ${label} `))
    ?.slice(label.length + 2)
    .trim();

const seconds: Date[] = [];
let paper: string;

test('R26 the program archives its log by itself, and makes a base backup that it verifies', async () => {
  await asSuperuser(`select graphile_worker.add_job('maintain-recovery', '{}')`);
  await expect.poll(async () => (await recoveryState()).from, { timeout: 300_000 }).not.toBeNull();
  expect(await recoveryState()).toMatchObject({ is_on: true, failing_since: null, failing_reason: null });
  const { findings } = await call('GET', '/system');
  expect(findings).toContainEqual({
    kind: 'recovery',
    state: 'good',
    words: 'The books can be restored as at any second.',
  });
});

test('R26 after kills of program and database, three seconds are restored with the figures of each', async () => {
  await post('1020', '3000', '100.00');
  seconds.push(await fullSecond());
  program.signal('SIGKILL');
  await program.ended();
  await start();
  await post('1020', '4900', '20.50');
  killDatabase();
  await post('6100', '1020', '7.25');
  seconds.push(await fullSecond());
  await post('1020', '3000', '1000.00');
  seconds.push(await fullSecond());
  // A mistake, and everything is lost at once.
  await post('6100', '1020', '5000.00');
  await asSuperuser('drop table sale_tenders cascade');
  program.signal('SIGKILL');
  killDatabase();
  await program.ended();

  const [first, second, third] = seconds as [Date, Date, Date];
  const looked = await restore(until(third).slice(0, 2));
  expect(looked.code).toBe(1);
  expect(looked.printed).toMatch(/The archive holds every second from .+ to .+\.\nNothing was changed\./);

  const killed = await restore(until(second), 'Checking the books…');
  expect(killed.code).toBe(null);

  const latest = await restore(until(third));
  expect(latest).toMatchObject({ code: 0, printed: expect.stringContaining('Restored the data of ') });
  expect(total(latest.printed, 'Journals')).toBe('4');
  expect(total(latest.printed, 'Debits')).toBe('£1,127.75');
  expect(total(latest.printed, 'Credits')).toBe('£1,127.75');
  expect(total(latest.printed, 'Income less expenses')).toBe('£13.25');

  const earliest = await restore(until(first));
  expect(earliest).toMatchObject({ code: 0 });
  expect(total(earliest.printed, 'Journals')).toBe('1');
  expect(total(earliest.printed, 'Debits')).toBe('£100.00');

  const middle = await restore(['--until', second.toISOString(), '--yes']);
  expect(middle).toMatchObject({ code: 0 });
  expect(total(middle.printed, 'Journals')).toBe('3');
  expect(total(middle.printed, 'Debits')).toBe('£127.75');
  expect(existsSync(join(dataDir, 'postgres.recovering'))).toBe(false);

  const before = token;
  await start();
  const { total: journals } = (await call('GET', '/journals')) as { total?: number };
  expect(journals).toBe(3);
  // Signed in before the restore.
  token = before;
  await expect(call('GET', '/journals')).rejects.toThrow('answers 401');
});

test('R26 a moment before the archive, or in the future, is refused in one sentence', async () => {
  await stop();
  const early = await restore(['--until', '2026-01-05 09:00:00', '--yes']);
  expect(early.code).toBe(1);
  expect(early.printed).toMatch(
    /5 Jan 2026, 09:00:00 GMT cannot be restored: choose a moment from .+ to .+\.\n$/,
  );
  const late = await restore(['--until', '2090-01-05 09:00:00', '--yes']);
  expect(late.code).toBe(1);
  expect(late.printed).toBe('5 Jan 2090, 09:00:00 GMT is in the future.\n');
  const both = await restore(['--until', '2026-01-05 09:00:00', '--back', 'x', '--yes']);
  expect(both.printed).toContain('Usage: npm run restore');
});

test('R26 with the data folder lost, the books come from the archive and the attachments from a backup', async () => {
  await start();
  const supplier = await call('POST', '/suppliers', { name: 'Holt & Sons' });
  const order = await call('POST', '/purchases', { supplier_id: supplier.id });
  const content = pdfOf(2_000);
  const form = new FormData();
  form.append('attachments[]', new Blob([new Uint8Array(content)]), 'bill.pdf');
  const attached = await fetch(`http://127.0.0.1:${port}/api/purchases/${String(order.id)}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(attached.status).toBe(200);
  paper = createHash('sha256').update(content).digest('hex');
  await call('POST', '/settings/backups');
  await expect
    .poll(async () => ((await call('GET', '/settings/backups')).data as { state: string }[])[0]?.state, {
      timeout: 300_000,
    })
    .toBe('kept');
  await post('1020', '3000', '0.01');
  const last = await fullSecond();
  await post('1020', '3000', '9999.00');
  await expect
    .poll(async () => Date.parse(String((await recoveryState()).to)), { timeout: 60_000 })
    .toBeGreaterThan(last.getTime() + 1_000);
  program.signal('SIGKILL');
  await program.ended();
  killDatabase();
  const key = readFileSync(join(dataDir, 'secret.key'));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

  const restored = await restore(until(last));
  expect(restored.printed).toContain('There is no secret.key in ');
  expect(restored.code).toBe(0);
  // The three of before, and the penny.
  expect(total(restored.printed, 'Journals')).toBe('4');
  expect(total(restored.printed, 'Debits')).toBe('£127.76');
  expect(existsSync(join(dataDir, 'files', paper.slice(0, 2), paper.slice(2)))).toBe(true);
  writeFileSync(join(dataDir, 'secret.key'), key);
  await start();
  expect((await call('GET', '/suppliers')).total).toBe(1);
});
