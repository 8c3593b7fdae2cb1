import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { listTotals } from '../../server/book-totals';
import type { Random } from '../model/random';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { connectionIn, inDatabase, releasedFolder } from '../upgrades/released-folder';
import { releases } from '../upgrades/releases';
import type { Client } from './client';
import { killDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { readJson } from './goods';
import { secretKey, startSubject } from './subject';
import { underLoad } from './under-load';

/** The administrator of the demo data of a release. */
const user = { email: 'ruth@harbourvale.example', password: 'seven green ledgers' };

/** Tables that migrations since the first release change: early, in the middle, and late. */
const tables = ['purchase_orders', 'products', 'audit_log', 'emails', 'customers', 'sales'];
const nameOfReader = 'Monthly report';

/**
 * An upgrade waits for a program that reads a table which a migration changes. It is killed while it waits, sometimes with
 * its database, and started again; once the reader has ended, the upgrade is completed, with the books as they were (R27).
 */
async function upgradeBehindReader(random: Random): Promise<Figures> {
  const [release] = releases;
  if (!release) throw new Error('There is no release');
  const table = tables[random.between(0, tables.length - 1)] ?? 'sales';
  const kills = Array.from({ length: random.between(1, 2) }, () => ({
    waits: random.between(0, 4_000),
    withDatabase: random.in100(50),
  }));
  const readsOn = random.between(0, 20_000);
  const dataDir = await releasedFolder(release.backup);
  for (const { waits, withDatabase } of kills) {
    const started = spawnCounterfoil({
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      PORT: String(await freePort()),
    });
    // Its database is there before the rehearsal begins.
    await started.says('Rehearsing the upgrade');
    const endReader = await openReader(dataDir, table);
    await started.says(`The upgrade is waiting for ${nameOfReader}`);
    await pause(waits);
    started.signal('SIGKILL');
    await started.ended();
    if (withDatabase) killDatabase({ dataDir }, random);
    await endReader();
  }
  const last = startSubject({ DATA_DIR: dataDir }, { user });
  const endReader = await untilOpened(dataDir, table);
  await pause(readsOn);
  await endReader();
  const subject = await last;
  try {
    await insistOnTotals(dataDir, release.figures);
    await chooseUnit(subject);
    return await underLoad(subject, random, async writers => {
      for (let nth = 0; nth < kills.length; nth++) writers.note();
      await writers.more(10);
    });
  } finally {
    await subject.stop();
  }
}

/** A program that has read a table, and whose transaction stays open until it is ended. */
async function openReader(dataDir: string, table: string): Promise<() => Promise<void>> {
  const reader = new pg.Client({ ...connectionIn(dataDir), application_name: nameOfReader });
  reader.on('error', () => undefined);
  await reader.connect();
  await reader.query(`begin; select from ${table} limit 1`);
  return () => reader.end().catch(() => undefined);
}

/** The same, once the database of a start answers. */
async function untilOpened(dataDir: string, table: string): Promise<() => Promise<void>> {
  for (;;)
    try {
      return await openReader(dataDir, table);
    } catch {
      await pause(50);
    }
}

/** The books are those that the release left, to the penny. */
async function insistOnTotals(dataDir: string, figures: Readonly<Record<string, string>>): Promise<void> {
  const totals = await inDatabase(dataDir, listTotals);
  const found = Object.fromEntries(totals.map(({ label, value }) => [label, value]));
  for (const [label, value] of Object.entries(figures))
    insist(found[label] === value, `${label} is ${found[label]} after the upgrade, and was ${value}.`);
}

/** The unit of what the clients add: a shop that has several must say which. */
async function chooseUnit({ ask }: Client): Promise<void> {
  const { data } = (await readJson(ask, '/api/units?per_page=1')) as { data: { id: number }[] };
  const { version: _version, ...settings } = (await readJson(ask, '/api/settings/new-products')) as {
    version: number;
  };
  const body = JSON.stringify({ ...settings, unit_id: data[0]?.id });
  const { status } = await ask('/api/settings/new-products', { method: 'PUT', body });
  insist(status === 200, `The unit of new products was answered with ${status}.`);
}

export const upgradeBehindReaderFault: Fault = {
  name: 'upgrade-behind-reader',
  promises: ['R27'],
  summary:
    'An upgrade that waits for an open reader is killed, sometimes with its database, and started again until the reader ends',
  run: upgradeBehindReader,
};
