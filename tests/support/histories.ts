import { expect } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { checkTable, commitTable, csvOf, uploadTable } from './imports';
import type { Caller } from './test-app';

/** Number, code, description, quantity, date, price and, optionally, the customer's number and country. */
export type HistoryLine = readonly [string, string, string, string, string, string, string?, string?];

const headers = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
];

/** The file of a history. */
export const historyOf = (lines: readonly HistoryLine[]): string =>
  csvOf([
    headers,
    ...lines.map(
      ([number, code, words, quantity, date, price, customer = '', country = 'United Kingdom']) => [
        number,
        code,
        words,
        quantity,
        date,
        price,
        customer,
        country,
      ],
    ),
  ]);

type Choices = Parameters<typeof checkTable>[2];
let files = 0;

/** Imports a sales history through the API. */
export function historyDesk(clerk: () => Caller) {
  const checked = async (lines: readonly HistoryLine[], choices: Choices = {}) => {
    files += 1;
    const file = { name: `history-${files}.csv`, content: historyOf(lines) };
    return checkTable(clerk(), await uploadTable(clerk(), 'sales_history', file), choices);
  };
  return {
    checked,
    imported: async (lines: readonly HistoryLine[], choices: Choices = {}) => {
      const trial = await checked(lines, choices);
      expect(trial).toMatchObject({ state: 'checked', problem: null });
      const done = await commitTable(clerk(), trial.id);
      expect(done).toMatchObject({ state: 'done', problem: null });
      return done;
    },
    summaryOf: async (id: number) => (await clerk().call(imports.summary, { params: { id } })).reply,
    /** Row and reason of each line that was not posted. */
    listedOf: async (id: number) =>
      (await clerk().call(imports.listed, { params: { id }, query: {} })).reply.data.map(line => [
        line.row_number,
        line.reason,
      ]),
  };
}
