import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { units } from '#domain/masters/master.contract';
import { timeStamping } from '#domain/settings/time-stamping.contract';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import {
  startTimeStampAuthority,
  type TimeStampAuthority,
} from '../../../tests/support/time-stamp-authority';
import { auditFile } from '../../audit-file';
import { textOfSignedHead, listHeads } from '../../kernel/audit';
import { readNetworks } from '../../platform/network';
import { openSecrets } from '../../platform/secrets';
import { sealLog, stampHeads } from '.';

// The authority is OpenSSL's own, run here.
const secrets = openSecrets(randomBytes(32));
const folder = temporaryFolder();
const networks = readNetworks('127.0.0.1');
let shop: TestApp;
let administrator: Caller;
let authority: TimeStampAuthority;
let days = 0;
const clock = () => new Date(Date.now() + days * 25 * 3600_000);

beforeAll(async () => {
  authority = await startTimeStampAuthority();
  shop = await startTestApp({ secrets });
  administrator = await shop.as('admin');
});
afterAll(async () => {
  await shop.close();
  await authority.close();
});

/** Writes something, and lets the day end: its head is signed. */
async function endDay(): Promise<void> {
  const clerk = await shop.as('create_master');
  await clerk.call(units.create, { body: { name: `Unit of day ${days}` } });
  const seal = () => sealLog({ db: shop.db, signing: secrets.signing, clock, folder, address: null });
  await seal();
  days += 1;
  await seal();
}

/** The next attempt is due now. Waiting for it could end another day, by the time of day at which this runs. */
const isDue = () => sql`update audit_stamping set next_try_at = ${clock()}`.execute(shop.db);

const limits = { durationMs: 60_000, bytes: 64 * 1024 };
const stamp = (more: object = {}) => stampHeads({ db: shop.db, clock, networks, limits, ...more });
const setting = async () => (await administrator.call(timeStamping.get)).reply;
const save = (address: string | null) => administrator.call(timeStamping.save, { body: { address } });

/** What the offline verifier says about the log as it can be downloaded now. */
async function verified(certificate?: string, change = (proof: string) => proof) {
  const { raw } = await administrator.call(audit.proof);
  const file = join(temporaryFolder(), 'proof.jsonl');
  await writeFile(file, change(raw.toString('utf8')));
  const trusted = `${file}.pem`;
  if (certificate !== undefined) writeFileSync(trusted, certificate);
  return auditFile([file, secrets.signing.publicKey, ...(certificate === undefined ? [] : [trusted])]);
}

test('without an authority no day is stamped, and the proof says nothing of it', async () => {
  await endDay();
  await stamp();
  expect(await setting()).toEqual({ address: null, last: null, problem: null, version: 1 });
  expect((await verified()).said.join(' ')).not.toContain('stamp');
});

test('with one, the signed head of each day is stamped once, and the proof is checked with its certificate', async () => {
  expect((await save(authority.address)).status).toBe(200);
  await stamp();
  await stamp();
  const [head] = await listHeads(shop.db);
  expect(authority.asked()).toBe(1);
  expect(await setting()).toMatchObject({ last: { day: head?.day }, problem: null });

  const words = /^1 day is time-stamped, the last one, \d{4}-\d\d-\d\d, at .+ by Stamps of Bath\./;
  for (const certificate of [authority.root, authority.own]) {
    const { exitCode, said } = await verified(certificate);
    expect([exitCode, said.at(-1)]).toEqual([0, expect.stringMatching(words)]);
    expect(said.at(-1)).toMatch(/The certificate vouches for it\.$/);
  }
  const unchecked = await verified();
  expect([unchecked.exitCode, unchecked.said.at(-1)]).toEqual([
    0,
    expect.stringMatching(/Give the certificate of the authority to check that it was they\.$/),
  ]);

  // OpenSSL agrees.
  const { rows } = await sql<{ token: Buffer }>`select token from audit_time_stamps`.execute(shop.db);
  const at = (name: string) => join(folder, name);
  await writeFile(at('token'), rows[0]?.token ?? '');
  await writeFile(at('root.pem'), authority.root);
  await writeFile(at('head'), head ? textOfSignedHead(head) : '');
  const check = ['-data', at('head'), '-in', at('token'), '-token_in', '-CAfile', at('root.pem')];
  execFileSync('openssl', ['ts', '-verify', ...check], { stdio: 'ignore' });
});

test('a time stamp of another authority, another day or another log proves nothing', async () => {
  const other = await startTimeStampAuthority('Stamps of Bristol');
  try {
    const { exitCode, said } = await verified(other.root);
    expect([exitCode, said]).toEqual([
      1,
      [expect.stringMatching(/^The time stamp of .+ is not from the authority of the certificate\.$/)],
    ]);
  } finally {
    await other.close();
  }
  const lines = (proof: string) => proof.trimEnd().split('\n');
  const changedToken = (proof: string) =>
    lines(proof)
      .map(line =>
        line.replace(
          /"token":"(.{200})(.)/,
          (_, start: string, was: string) => `"token":"${start}${was === 'A' ? 'B' : 'A'}`,
        ),
      )
      .join('\n');
  expect((await verified(authority.root, changedToken)).exitCode).toBe(1);
  const otherDay = (proof: string) =>
    lines(proof)
      .map(line => line.replace(/("stamp":\{"day":")[\d-]+/, '$12001-01-01'))
      .join('\n');
  expect((await verified(authority.root, otherDay)).said).toEqual([
    'The time stamp of 2001-01-01 belongs to no signed day.',
  ]);
  expect((await verified('no certificate')).said).toEqual([
    'The certificate cannot be read: The file contains no certificate in PEM format.',
  ]);
});

test('an authority that fails is named on the page and asked again at growing intervals; signing goes on', async () => {
  await endDay();
  const failures = [
    ['silent', 'The authority did not answer in time.'],
    ['broken', 'The authority answered with status 500 instead of a time stamp.'],
    ['redirect', 'The authority answered with status 302 instead of a time stamp.'],
    ['nonsense', 'The authority’s answer is not a time stamp.'],
    ['endless', 'The authority’s answer is too long for a time stamp.'],
    ['refuse', 'The authority refused'],
    ['of-another', 'The authority’s time stamp cannot be used: it is the time stamp of something else.'],
  ] as const;
  const minutesToNext: number[] = [];
  const before = authority.asked();
  for (const [manner, words] of failures) {
    authority.behave(manner);
    await isDue();
    await stamp(manner === 'silent' ? { limits: { ...limits, durationMs: 500 } } : {});
    const { problem } = await setting();
    expect([manner, problem?.reason]).toEqual([manner, expect.stringContaining(words)]);
    minutesToNext.push(
      Math.round(((problem?.next_try_at.getTime() ?? 0) - (problem?.failed_at.getTime() ?? 0)) / 60_000),
    );
  }
  expect(minutesToNext).toEqual([1, 5, 15, 60, 60, 60, 60]);
  // Once for each: no redirect was followed. The next attempt is not due yet.
  expect(authority.asked()).toBe(before + failures.length);
  const asked = authority.asked();
  authority.behave('well');
  await stamp();
  expect(authority.asked()).toBe(asked);
  await endDay();
  expect(await listHeads(shop.db)).toHaveLength(3);
  await isDue();
  await stamp();
  expect(await setting()).toMatchObject({
    problem: null,
    last: { day: (await listHeads(shop.db)).at(-1)?.day },
  });
  expect((await verified(authority.root)).said.at(-1)).toMatch(/^3 days are time-stamped/);
});

test('two processes ask once; one that noted a time while its clock was ahead holds up no one', async () => {
  await endDay();
  const before = authority.asked();
  await Promise.all([stamp(), stamp(), stamp()]);
  expect(authority.asked()).toBe(before + 1);
  await endDay();
  await sql`update audit_stamping set next_try_at = ${clock()}::timestamptz + interval '40 days'`.execute(
    shop.db,
  );
  await stamp();
  expect(authority.asked()).toBe(before + 2);
});

test('a process that ends waits for no authority, and reports no failure', async () => {
  await endDay();
  authority.behave('silent');
  const stopping = new AbortController();
  const asked = authority.asked();
  const stamping = stamp({ signal: stopping.signal, limits: { ...limits, durationMs: 600_000 } });
  await expect.poll(authority.asked).toBe(asked + 1);
  stopping.abort();
  await stamping;
  expect((await setting()).problem).toBeNull();
  authority.behave('well');
  await isDue();
  await stamp();
  expect((await setting()).last).toMatchObject({ day: (await listHeads(shop.db)).at(-1)?.day });
});

test('only allowed networks are reached', async () => {
  await endDay();
  const before = authority.asked();
  await stamp({ networks: readNetworks(null) });
  expect((await setting()).problem?.reason).toBe(
    '127.0.0.1 is on a private network. To reach it, add its network to MAIL_NETWORKS.',
  );
  expect(authority.asked()).toBe(before);
});

test('the authority is entered by an administrator, as an address, and the change is in the audit log', async () => {
  const clerk = await shop.as('view_setting', 'edit_setting');
  expect((await clerk.call(timeStamping.get)).status).toBe(200);
  expect((await clerk.call(timeStamping.save, { body: { address: null } })).status).toBe(403);
  for (const address of [
    'tsa.example.com',
    'ftp://tsa.example.com',
    'https://user:word@tsa.example.com',
    'https://',
    'https://tsa.example.com/\r\nX: y',
    'https://tsa.example.com/tsr#here',
    `https://tsa.example.com/${'x'.repeat(500)}`,
    7,
  ])
    expect(
      (await administrator.call(timeStamping.save, { body: { address } })).refusal.errors,
    ).toHaveProperty('address');
  const stale = await administrator.call(timeStamping.save, { body: { address: null, version: 1 } });
  expect(stale.status).toBe(409);
  expect((await save('')).reply).toMatchObject({ address: null, problem: null });
  expect((await shop.audits())[0]).toMatchObject({
    record_type: 'setting',
    record_name: 'Time-stamping of the audit log',
  });
  await expect(sql`delete from audit_time_stamps`.execute(shop.db)).rejects.toThrow('append-only');
});
