import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { connectionsOf, type DatabaseConnection } from '../../server/platform/database/embedded/connections';
import { placeOf } from '../../server/platform/database/embedded/place';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { digestBy } from '../support/business-rows';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { startSmtpSink } from '../support/smtp-sink';
import { temporaryFolder } from '../support/temporary-folder';

const administrator = { email: 'owner@firm.example', password: 'correct horse battery staple' };
const dataDir = join(temporaryFolder(), 'data');

let sink: Awaited<ReturnType<typeof startSmtpSink>>;
let variables: Record<string, string>;
let port: number;
let trainingPort: number;
let live: CounterfoilProcess;
let training: CounterfoilProcess | undefined;

beforeAll(async () => {
  sink = await startSmtpSink();
  [port, trainingPort] = [await freePort(), await freePort()];
  variables = {
    DATA_DIR: dataDir,
    PORT: String(port),
    TRAINING_PORT: String(trainingPort),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SMTP_URL: sink.url,
    LOG_LEVEL: 'error',
  };
  live = spawnCounterfoil(variables);
  await live.ready();
});
afterAll(async () => {
  for (const program of [live, training]) {
    program?.signal('SIGTERM');
    await program?.ended();
  }
  await sink.close();
});

const command = (...options: string[]) => commandWith({}, ...options);
const commandWith = (more: Record<string, string>, ...options: string[]) =>
  spawnCounterfoil({ ...variables, ...more }, { script: 'scripts/training.mjs', options });
async function serveTraining(...options: string[]): Promise<void> {
  training = command(...options);
  await training.says('The training copy is ready at');
}
async function stopTraining(): Promise<void> {
  training?.signal('SIGTERM');
  expect(await training?.ended()).toBe(0);
}

async function call(at: number, method: string, path: string, body: unknown, token = ''): Promise<Response> {
  return fetch(`http://127.0.0.1:${at}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const tokenAt = async (at: number) =>
  ((await (await call(at, 'POST', '/auth/login', administrator)).json()) as { token: string }).token;
const addBrand = async (at: number, name: string, token: string) =>
  expect((await call(at, 'POST', '/brands', { name }, token)).status).toBe(200);
async function brandsAt(at: number, token: string): Promise<string[]> {
  const { data } = (await (await call(at, 'GET', '/brands', undefined, token)).json()) as {
    data: { name: string }[];
  };
  return data.map(({ name }) => name).sort();
}

/**
 * A digest of the business, read from its own database. Its program counts rows every ten minutes, and at night it makes a backup
 * and checks the books.
 */
async function digestOfBusiness(): Promise<string> {
  const db = openDatabase(openPool(databaseOf(dataDir).owner, 1));
  try {
    return (await digestBy(db)()).replaceAll(/^(?:kept_row_counts|backups|books_checks): .*$/gm, '');
  } finally {
    await db.destroy();
  }
}
/** How to sign in to an embedded database with each of its two roles. */
function databaseOf(folder: string) {
  const place = placeOf(folder);
  const passwords = readPasswords(place);
  const { connection: owner } = connectionsOf(place, passwords);
  const runtime = { ...owner, user: 'counterfoil_runtime', password: passwords.counterfoil_runtime ?? '' };
  return { owner, runtime };
}
const urlOf = ({ user, password, database, host }: DatabaseConnection) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;
const pageAt = async (at: number) => (await fetch(`http://127.0.0.1:${at}/login`)).text();

test('a training copy is separate: what is done in it changes and sends nothing, and it is renewed and discarded at will', async () => {
  const owner = await tokenAt(port);
  await addBrand(port, 'Real brand', owner);
  const before = await digestOfBusiness();

  await serveTraining();
  expect((await call(trainingPort, 'GET', '/brands', undefined, owner)).status).toBe(401);
  const trainee = await tokenAt(trainingPort);
  await addBrand(trainingPort, 'Invented brand', trainee);
  expect(await brandsAt(trainingPort, trainee)).toEqual(['Invented brand', 'Real brand']);
  // An email to a user of the business; none leaves.
  expect((await call(trainingPort, 'POST', '/auth/forgot-password', { email: administrator.email })).ok).toBe(
    true,
  );
  expect(await pageAt(trainingPort)).toMatch(
    /<div class="training-banner" role="note"><strong>Training copy<\/strong> of \d+ \w+ 2/,
  );
  expect(await pageAt(port)).not.toContain('raining');

  // It cannot be replaced while it is served.
  const second = command('--renew');
  expect(await second.ended()).toBe(1);
  expect(second.printed()).toContain(`is in use by Counterfoil process ${training?.pid}`);
  await stopTraining();

  // Killed while it makes a new copy, it leaves the earlier one.
  const killed = command('--renew');
  await killed.says('Copying the business for training');
  killed.signal('SIGKILL');
  await killed.ended();
  await serveTraining();
  expect(await brandsAt(trainingPort, await tokenAt(trainingPort))).toEqual(['Invented brand', 'Real brand']);
  await stopTraining();
  expect(await digestOfBusiness()).toBe(before);
  expect(await brandsAt(port, owner)).toEqual(['Real brand']);

  // It can also be made while the business is closed.
  live.signal('SIGTERM');
  expect(await live.ended()).toBe(0);
  await serveTraining('--renew');
  expect(await brandsAt(trainingPort, await tokenAt(trainingPort))).toEqual(['Real brand']);
  await stopTraining();

  const discarded = command('--discard');
  expect(await discarded.ended()).toBe(0);
  expect(readdirSync(dataDir).filter(name => name.startsWith('training'))).toEqual([]);
  expect(sink.delivered).toEqual([]);
  live = spawnCounterfoil(variables);
  await live.ready();
  expect(await digestOfBusiness()).toBe(before);
});

test('a business with a database server of its own is copied from there into an embedded database', async () => {
  await addBrand(port, 'Brand on a server', await tokenAt(port));
  const before = await digestOfBusiness();
  // Another machine's folder; the server is that of the business, which is in use meanwhile.
  const folder = temporaryFolder();
  copyFileSync(join(dataDir, 'secret.key'), join(folder, 'secret.key'));
  const { owner, runtime } = databaseOf(dataDir);
  training = commandWith({
    DATA_DIR: folder,
    DATABASE_URL: urlOf(runtime),
    DATABASE_OWNER_URL: urlOf(owner),
  });
  await training.says('The training copy is ready at');
  const trainee = await tokenAt(trainingPort);
  await addBrand(trainingPort, 'Invented brand', trainee);
  expect(await brandsAt(trainingPort, trainee)).toContain('Brand on a server');
  expect(existsSync(join(folder, 'training', 'postgres'))).toBe(true);
  await stopTraining();
  expect(await digestOfBusiness()).toBe(before);
});

test('an option that does not exist is refused with those that do; without a business there is nothing to copy', async () => {
  const wrong = command('--everything');
  expect(await wrong.ended()).toBe(1);
  expect(wrong.printed()).toContain('npm run training -- --renew');
  const empty = spawnCounterfoil(
    { ...variables, DATA_DIR: join(temporaryFolder(), 'nowhere') },
    { script: 'scripts/training.mjs' },
  );
  expect(await empty.ended()).toBe(1);
  expect(empty.printed()).toMatch(/There is no database in .+nowhere\. Start Counterfoil first\./);
});
