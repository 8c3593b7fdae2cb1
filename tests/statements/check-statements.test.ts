import { expect, test } from 'vitest';
import { disagreements, neverIssued } from './check-statements';
import type { DeclaredColumn, DeclaredPart, Kind } from './declared-statements';

const column = (kind: Kind): DeclaredColumn => ({ kinds: new Set([kind]), optional: false });
const part = (
  place: string,
  key: string,
  columns: Record<string, DeclaredColumn> | null = null,
): DeclaredPart => ({
  place,
  key,
  columns: columns && new Map(Object.entries(columns)),
});
const select = 'select id from tills where id = \u0001';
const removal = 'delete from\n  tills where name = \u0001';
const declared = [
  part('server/tills.ts:3', select, { id: column('number') }),
  part('server/tills.ts:9', removal),
];
const issued = { text: 'select id from tills where id = $1', parts: [select] };

test('F86 a template that no test issues is a problem, unless it is listed with its reason', () => {
  const found = (reason: string | null) =>
    neverIssued(
      { declared, recorded: [issued] },
      reason === null ? [] : [{ file: 'server/tills.ts', text: 'delete from tills where name = ?', reason }],
    );
  expect(found(null)).toEqual([
    'server/tills.ts:9: no test issues “delete from tills where name = ?”. Test it, or list it in not-issued.tsv.',
  ]);
  expect(found('')).toHaveLength(1);
  expect(found('only after a flood')).toEqual([]);
});

test('F86 a row of the list whose template is gone is a problem', () => {
  const recorded = [issued, { text: '', parts: [removal] }];
  expect(
    neverIssued({ declared, recorded }, [{ file: 'server/tills.ts', text: 'truncate', reason: 'why' }]),
  ).toEqual(['not-issued.tsv: server/tills.ts has no template “truncate”, or no reason.']);
});

test('F86 a statement that the schema refuses, and a column of another type or name, are problems', async () => {
  const answers = (columns: Record<string, Kind>) =>
    disagreements({
      declared,
      recorded: [issued],
      describe: () => Promise.resolve({ columns: new Map(Object.entries(columns)) }),
    });
  expect(await answers({ id: 'number' })).toEqual([]);
  expect(await answers({ id: 'string' })).toEqual([
    'server/tills.ts:3: id is string in the database, and declared as number',
  ]);
  expect(await answers({ name: 'number' })).toEqual(['server/tills.ts:3: no column id is selected']);
  const refused = () => Promise.resolve({ refused: 'relation "tills" does not exist' });
  expect(await disagreements({ declared, recorded: [issued], describe: refused })).toEqual([
    'Refused by the schema: relation "tills" does not exist: select id from tills where id = $1',
  ]);
});

test('F86 statements of an earlier release, with a template that is no longer in the sources, are not compared', async () => {
  const earlier = { text: 'select id from tills where id = $1 and old', parts: [select, 'and old'] };
  const refused = () => Promise.resolve({ refused: 'column "old" does not exist' });
  expect(await disagreements({ declared, recorded: [earlier], describe: refused })).toEqual([]);
});
