import { expect, test } from 'vitest';
import { fileQuery, problemWith, reportKind, reportNames, reportsOpenTo } from './report-kinds';

const viewer = (...permissions: string[]) => ({ roles: [], permissions });

test('a report opens to those who may see its page', () => {
  expect(reportsOpenTo(viewer())).toEqual([]);
  expect(reportsOpenTo({ roles: [{ name: 'Admin' }], permissions: [] })).toEqual(reportNames);
  const ledger = reportsOpenTo(viewer('view_ledger'));
  expect(ledger).toContain('aged-debtors');
  expect(ledger).not.toContain('reorder');
});

test('a report is exported in its own formats, with the filters of its address', () => {
  expect(fileQuery('reorder', 'pdf', {})).toEqual({ problem: 'Reorder is not available as PDF.' });
  const kind = reportKind('sales-summary');
  const csv = fileQuery('sales-summary', 'csv', { period: 'this_month' });
  expect(csv).toMatchObject({ call: kind.files.csv, query: { period: 'this_month', format: 'csv' } });
  const margins = fileQuery('product-margins', 'pdf', { period: 'this_month' });
  expect(margins).toMatchObject({ call: reportKind('product-margins').files.pdf });
  expect('query' in margins && margins.query).not.toHaveProperty('format');
  const sheet = fileQuery('product-margins', 'xlsx', { period: 'this_month' });
  expect(sheet).toMatchObject({ query: { period: 'this_month', format: 'xlsx' } });
});

test('a filter that one of the formats does not have is left to the others; one that none has is a problem', () => {
  expect(problemWith('sales-summary', { period: 'this_month' })).toBeNull();
  expect(problemWith('sales-summary', { flavour: 'mint' })).toBe('“flavour” is not a filter of this report.');
  expect(problemWith('sales-summary', { [`x${'y'.repeat(60)}`]: '1' })).toBe(
    `“x${'y'.repeat(39)}” is not a filter of this report.`,
  );
  const notADay = problemWith('sales-summary', { from: 'yesterday' });
  expect(notADay).toMatch(/date/i);
  expect(fileQuery('sales-summary', 'csv', { from: 'yesterday' })).toEqual({ problem: notADay });
  expect(problemWith('product-margins', { format: 'xlsx' })).toBeNull();
  expect(problemWith('reorder', {})).toBeNull();
  // A saved report outlives a filter: it is exported without it.
  expect(fileQuery('sales-summary', 'csv', { flavour: 'mint' })).toMatchObject({ query: { format: 'csv' } });
  expect(fileQuery('sales-summary', 'csv', { from: 'yesterday' })).toHaveProperty('problem');
  expect(fileQuery('sales-summary', 'csv', { from: 'yesterday', flavour: 'mint' })).toHaveProperty('problem');
});
