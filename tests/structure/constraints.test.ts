import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allConstraints } from '../../server/constraints';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { type FreshDatabase, freshDatabase } from '../support/postgres-for-tests';

// The message for a database refusal belongs to the feature of the constraint (F91).

const project = fileURLToPath(new URL('../../', import.meta.url));

let database: FreshDatabase;
let db: Database;
let refusers: ReadonlySet<string>;
let tables: readonly string[];
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 2));
  refusers = await namesThatRefuse(db);
  const found = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  tables = found.rows.map(({ name }) => name);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Every name under which the migrated schema refuses: checks, unique and foreign keys, unique indexes, triggers. */
async function namesThatRefuse(schemaDb: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.conname as name from pg_constraint c join pg_namespace s on s.oid = c.connamespace
      where s.nspname = 'public' and c.contype in ('c', 'u', 'f', 'x')
    union select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace s on s.oid = i.relnamespace
      where s.nspname = 'public' and x.indisunique and not x.indisprimary and i.relname not like 'kysely%'
    union select said[1] from pg_proc p join pg_namespace s on s.oid = p.pronamespace,
      regexp_matches(p.prosrc, 'constraint = ''([a-z_0-9]+)''', 'g') said where s.nspname = 'public'`.execute(
    schemaDb,
  );
  return new Set(rows.map(({ name }) => name));
}

const sources = async (folder: string): Promise<{ name: string; text: string }[]> => {
  const names = (await readdir(`${project}${folder}`, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.generated.ts'),
  );
  return Promise.all(
    names.map(async name => ({ name, text: await readFile(`${project}${folder}/${name}`, 'utf8') })),
  );
};

/** `name<tab>reason` of those that no user meets, or that a use case reports at a field. */
async function withoutWords(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(`${project}tests/structure/constraints-without-words.tsv`, 'utf8');
  return new Map(
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => {
        const [name = '', reason = ''] = line.split('\t');
        return [name, reason];
      }),
  );
}

const worded = allConstraints.flatMap(words => Object.keys(words));

test('F91 no two features have messages for the same constraint', () => {
  expect(worded.filter((name, at) => worded.indexOf(name) !== at)).toEqual([]);
});

test('F91 messages exist only for constraints of the schema, and each is a sentence', () => {
  expect(worded.filter(name => !refusers.has(name))).toEqual([]);
  const sentences = allConstraints.flatMap(words => Object.values(words));
  expect(sentences.filter(sentence => !/^[A-Z“].*[.]$/.test(sentence))).toEqual([]);
});

test('F91 whatever the schema can refuse has a message, or a reason why it needs none', async () => {
  const excused = await withoutWords();
  const silent = [...refusers].filter(name => !worded.includes(name) && !excused.has(name)).sort();
  expect(silent, 'give it a sentence in the constraints.ts of its feature').toEqual([]);
  expect([...excused.keys()].filter(name => !refusers.has(name))).toEqual([]);
  expect([...excused.keys()].filter(name => worded.includes(name))).toEqual([]);
  expect([...excused].filter(([, reason]) => reason === '')).toEqual([]);
});

test('F91 a constraint reported beside its field is named by a use case', async () => {
  const features = (await sources('server')).filter(({ name }) => !name.endsWith('constraints.ts'));
  const unnamed = [...(await withoutWords())]
    .filter(([, reason]) => reason === 'answered beside its field by the use case')
    .filter(([name]) => !features.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unnamed).toEqual([]);
});

test('F91 the platform names no table and no constraint of a feature', async () => {
  const own = new Set(['idempotency_keys', 'kysely_migration', 'standby_marks']);
  const foreign = tables.filter(table => !own.has(table)).join('|');
  const statement = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:${foreign})\\b(?!')|(?:selectFrom|insertInto|updateTable|deleteFrom)\\('(?:${foreign})\\b`,
  );
  const found = (await sources('server/platform')).flatMap(({ name, text }) => {
    // A comment may mention files.
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const constraint = [...refusers].find(one => new RegExp(`\\b${one}\\b`).test(code));
    const table = statement.exec(code)?.[0];
    return [constraint, table].filter(one => one !== undefined).map(one => `${name}: ${one}`);
  });
  expect(found).toEqual([]);
});
