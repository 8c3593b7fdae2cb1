import { expect } from 'vitest';
import { printedPence, type SheetLine, sheetPairs, sheetTable } from '../support/pdf-sheet';

const pence = (text: string | undefined): number => printedPence(text) ?? 0;
export const total = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((all, row) => all + pence(row[column]), 0);

/** Half away from zero (M2): printed quantity times printed price. */
export const timesPrice = (quantity: string, price: number): number => {
  const thousandths = Number(quantity.replaceAll(/[^\d.]/g, '').padEnd(1, '0')) * 1000;
  const exact = Math.round(thousandths) * price;
  return Math.floor((exact + 500) / 1000);
};

/** The discount in a description cell: `Dented: −£0.50`. */
const discountIn = (text: string | undefined): number => {
  const found = /: (−£[\d,.]+)/.exec(text ?? '');
  return found ? pence(found[1]) : 0;
};

/**
 * An A4 invoice or quote: each amount is quantity times price less its discount, amounts add up to the subtotal, less
 * the basket discount to the total, net and VAT of each rate to its gross, and payments to the balance due.
 */
export function invoiceAddsUp(sheet: readonly SheetLine[], { hasVat }: { hasVat: boolean }): number {
  const goods = sheetTable(sheet, ['Code', 'Description', 'Quantity', 'Unit price']);
  for (const row of goods)
    expect(pence(row.Amount), JSON.stringify(row)).toBe(
      timesPrice(row.Quantity ?? '', pence(row['Unit price'])) + discountIn(row.Description),
    );
  const pairs = sheetPairs(sheet);
  const sums = pairs.slice(sumsFrom(pairs));
  const at = (label: string) => sums.find(([name]) => name === label)?.[1];
  const gross = at('Total') ?? 0;
  const last = sums.some(([label]) => label === 'Balance due') ? 'Balance due' : 'Total';
  let running = total(goods, 'Amount');
  for (const [label, amount] of sums) {
    // A bold row is the total of the rows above it.
    if (['Subtotal', 'Net', 'Total', 'Balance due'].includes(label))
      expect(amount, `${label} as printed`).toBe(running);
    else running += amount;
    if (label === last) break;
  }
  if (hasVat) {
    const rates = sheetTable(sheet, ['Rate', 'Net', 'VAT', 'Gross']);
    const sum = rates.pop();
    for (const row of rates) expect(pence(row.Net) + pence(row.VAT)).toBe(pence(row.Gross));
    for (const column of ['Net', 'VAT', 'Gross'])
      expect(total(rates, column), column).toBe(pence(sum?.[column]));
    expect(pence(sum?.Gross)).toBe(gross);
    if (goods.some(row => row.Net)) expect(total(goods, 'Net')).toBe(pence(sum?.Net));
  } else expect(sheet.flatMap(({ cells }) => cells).some(({ text }) => /VAT/.test(text))).toBe(false);
  return gross;
}

const sumsFrom = (pairs: readonly [string, number][]): number =>
  pairs.findIndex(([label]) => ['Subtotal', 'Net', 'Total'].includes(label));

/** A receipt: the goods add up to the total, the rates too, and so does the money tendered less change. */
export function rollAddsUp(sheet: readonly SheetLine[]): number {
  const pairs = sheetPairs(sheet);
  const start = sumsFrom(pairs);
  const goods = pairs.slice(0, start).reduce((all, [, amount]) => all + amount, 0);
  const at = (label: string) => pairs.find(([name]) => name === label)?.[1];
  const all = at('Total') ?? 0;
  const subtotal = at('Subtotal');
  const discount = pairs.slice(start).find(([label]) => label.startsWith('Discount'))?.[1] ?? 0;
  expect(goods).toBe(subtotal ?? all);
  expect(goods + discount).toBe(all);
  const [net, vat] = [at('Net'), at('VAT')];
  if (net !== undefined) expect(net + (vat ?? 0)).toBe(all);
  const rates = pairs.filter(([label]) => label.startsWith('VAT '));
  if (rates.length > 0) {
    expect(rates.reduce((sum, [, amount]) => sum + amount, 0)).toBe(vat);
    expect(rates.reduce((sum, [label]) => sum + pence(/£.*/.exec(label)?.[0]), 0)).toBe(all);
  }
  const paid = pairs
    .slice(pairs.findIndex(([label]) => label === 'Total') + 1)
    .filter(([label]) => !label.startsWith('VAT'));
  const change = at('Change') ?? 0;
  expect(
    paid.filter(([label]) => !/^(Change|Due by)/.test(label)).reduce((sum, [, amount]) => sum + amount, 0) -
      change,
  ).toBe(all);
  return all;
}

/** Labels with their amounts; for a repeated label, the first. */
export const firstPairs = (sheet: readonly SheetLine[]): Record<string, number> =>
  Object.fromEntries(sheetPairs(sheet).reverse());
