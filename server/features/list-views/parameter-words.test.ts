import { expect, test } from 'vitest';
import * as z from 'zod';
import { listTitle, parameterFields } from '#domain/audit/history-parameters';
import { reportKinds } from '#domain/reports/report-kinds';
import { everyRoute } from '../../../tests/support/every-route';
import { listsOf } from './lists';

/** As in an address; lists within a record have the id of the record in theirs, and no saved views. */
const isSaved = (path: string) => /^\/[a-z/-]+$/.test(path);

test('every list that a view can be saved of has its title in histories, and every parameter its label', () => {
  const lists = [...listsOf(everyRoute)].filter(([path]) => isSaved(path));
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.map(([path]) => path).filter(path => listTitle(path) === undefined)).toEqual([]);
  const params = new Set(lists.flatMap(([, list]) => [...list.params]));
  expect([...params].filter(name => !(name in parameterFields))).toEqual([]);
});

test('every parameter of a report that can be saved has its label in histories', () => {
  const calls = Object.values(reportKinds).flatMap(({ files }) => Object.values(files));
  const params = new Set(
    calls.flatMap(({ query }) => (query instanceof z.ZodObject ? Object.keys(query.shape) : [])),
  );
  for (const name of ['period', 'compare', 'group']) expect(params).toContain(name);
  params.delete('format');
  expect([...params].filter(name => !(name in parameterFields))).toEqual([]);
});
