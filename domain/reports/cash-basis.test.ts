import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { averageSale } from './average-sale';
import { type CashAdjustment, onCashBasis, reconcile } from './cash-basis';
import { behindFigure, cashLines, figuresFor, isCause, permissionsFor } from './cash-figures';
import { filteredMethodName, paymentName } from './payment-name';
import type { PostedSum } from './profit-loss';
import { tendersExcludeVoids } from './tenders-without-voids';

const posted = (code: string, amount: number, step = 0): PostedSum => ({
  code,
  name: `Account ${code}`,
  kind: code.startsWith('4') ? 'income' : 'expense',
  step,
  amount: toPence(amount),
});
const adjusted = (
  code: string,
  amount: number,
  cause: CashAdjustment['cause'],
  step = 0,
): CashAdjustment => ({
  ...posted(code, amount, step),
  cause,
});

test('R3 on the cash basis, unpaid invoices are no revenue yet, and goods cost what was paid for them', () => {
  // Sales of £1,000.00, of which £300.00 are unpaid. Cost of sales is £400.00 and £10.00 went missing; £150.00 more was
  // paid for goods that are in stock.
  const lines = onCashBasis(
    [posted('4000', 100_000), posted('5000', -40_000), posted('5100', -1000)],
    [adjusted('4000', -30_000, 'customers'), adjusted('1200', -15_000, 'stock')],
  );
  expect(lines.map(({ code, name, section, amount }) => [code, name, section, amount])).toEqual([
    ['4000', 'Account 4000', undefined, 70_000],
    ['goods', 'Goods paid for', 'cost_of_sales', -56_000],
  ]);
  // The server has already put the accounts of goods into one line.
  expect(onCashBasis([posted('goods', -400)], [])).toMatchObject([
    { code: 'goods', name: 'Goods paid for', section: 'cost_of_sales', amount: -400 },
  ]);
});

test('R3 what is charged now and paid later is one line of its own, and lines of nothing are not shown', () => {
  const lines = onCashBasis(
    [posted('6100', -20_000), posted('6200', -500)],
    [adjusted('2210', 4000, 'accrued'), adjusted('6200', 500, 'suppliers')],
  );
  expect(lines.map(({ code, name, section, amount }) => [code, name, section, amount])).toEqual([
    ['6100', 'Account 6100', undefined, -20_000],
    ['2210', 'Account 2210, paid less charged', 'overheads', 4000],
  ]);
  // Each interval of the period has its own amount.
  const steps = onCashBasis(
    [posted('4000', 100), posted('4000', 200, 1)],
    [adjusted('4000', -50, 'customers', 1)],
  );
  expect(steps.map(({ step, amount }) => [step, amount])).toEqual([
    [0, 100],
    [1, 150],
  ]);
});

test('R3 the two results follow from each other, cause by cause', () => {
  const lines = reconcile(
    [posted('4000', 100_000), posted('5000', -40_000)],
    [
      adjusted('4000', -30_000, 'customers'),
      adjusted('4010', 2000, 'customers'),
      adjusted('1200', -15_000, 'stock'),
      adjusted('6200', 700, 'suppliers'),
      adjusted('2300', 300, 'accrued'),
    ],
  );
  expect(lines.map(({ key, amount }) => [key, amount])).toEqual([
    ['accruals', 60_000],
    ['customers', -28_000],
    ['suppliers', 700],
    ['stock', -15_000],
    ['accrued', 300],
    ['cash', 18_000],
  ]);
});

const account = (code: string, kind: 'asset' | 'liability' | 'income' | 'expense') => ({
  code,
  name: `Account ${code}`,
  kind,
});
const all = cashLines([
  account('1020', 'asset'),
  account('1200', 'asset'),
  account('2110', 'liability'),
  account('2210', 'liability'),
  account('4000', 'income'),
  account('4900', 'income'),
  account('5000', 'expense'),
  account('5200', 'expense'),
  account('6100', 'expense'),
  account('6200', 'expense'),
]);

test('R3 the statement on the cash basis has one line for all goods, and none for money', () => {
  expect(all.map(({ key, label, section, codes }) => [key, label, section, codes])).toEqual([
    ['goods', 'Goods paid for', 'cost_of_sales', ['goods', '1200', '2110', '5000']],
    ['2210', '2210 Account 2210, paid less charged', 'overheads', ['2210']],
    ['4000', '4000 Account 4000', 'revenue', ['4000']],
    ['4900', '4900 Account 4900', 'other_income', ['4900']],
    ['5200', '5200 Account 5200', 'cost_of_sales', ['5200']],
    ['6100', '6100 Account 6100', 'overheads', ['6100']],
    ['6200', '6200 Account 6200', 'overheads', ['6200']],
  ]);
});

const viewer = (...permissions: string[]) => ({ roles: [], permissions });
const everything = viewer('view_cost', 'view_pay');

test('a figure that reveals cost or pay needs the permission to see it', () => {
  const needs = (figure: string | undefined) => permissionsFor(figure, all);
  expect([needs(undefined), needs('revenue'), needs('overheads'), needs('4000'), needs('6200')]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
  expect([
    needs('cost_of_sales'),
    needs('gross_profit'),
    needs('net_profit'),
    needs('goods'),
    needs('5200'),
  ]).toEqual(Array.from({ length: 5 }, () => ['view_cost']));
  expect([needs('6100'), needs('2210')]).toEqual([['view_pay'], ['view_pay']]);
  expect([needs('stock'), needs('customers')]).toEqual([
    ['view_cost', 'view_pay'],
    ['view_cost', 'view_pay'],
  ]);
  expect([isCause('stock'), isCause('goods'), isCause('toString'), isCause(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('behind a figure are its lines, without those of cost or pay for users who may not see them', () => {
  const behind = (figure: string | undefined, who = everything) => {
    const { lines, causes, sign } = behindFigure(figure, all, who);
    return [lines.map(({ key }) => key), causes, sign];
  };
  const keys = all.map(({ key }) => key);
  expect(behind(undefined)).toEqual([keys, null, 1]);
  expect(behind('stock')).toEqual([keys, ['stock'], 1]);
  expect(behind('revenue')).toEqual([['4000'], null, 1]);
  expect(behind('cost_of_sales')).toEqual([['goods', '5200'], null, -1]);
  expect(behind('gross_profit')).toEqual([['goods', '4000', '5200'], null, 1]);
  expect(behind('overheads')).toEqual([['2210', '6100', '6200'], null, -1]);
  expect(behind('net_profit')).toEqual([keys, null, 1]);
  expect([behind('goods'), behind('6200'), behind('4900')]).toEqual([
    [['goods'], null, -1],
    [['6200'], null, -1],
    [['4900'], null, 1],
  ]);
  expect(behind('6999')).toEqual([[], null, 1]);
  expect(behind('overheads', viewer('view_cost'))).toEqual([['6200'], null, -1]);
  expect(behind(undefined, viewer('view_pay'))).toEqual([['2210', '4000', '4900', '6100', '6200'], null, 1]);
  expect(behind(undefined, viewer())).toEqual([['4000', '4900', '6200'], null, 1]);
});

test('the figures that a user may ask for: wages are named where they are missing', () => {
  const figures = (who: ReturnType<typeof viewer>) => figuresFor(all, who).map(({ key }) => key);
  expect(figures(viewer())).toEqual(['revenue', 'other_income', 'overheads', '4000', '4900', '6200']);
  expect(figures(everything)).toHaveLength(6 + all.length + 4);
  const label = (key: string, who = everything) => figuresFor(all, who).find(one => one.key === key)?.label;
  expect([label('overheads'), label('overheads', viewer())]).toEqual([
    'Overheads',
    'Overheads excluding wages',
  ]);
  expect([label('revenue', viewer()), label('net_profit', viewer('view_cost'))]).toEqual([
    'Revenue',
    'Net profit before tax excluding wages',
  ]);
  expect([label('stock'), label('4000')]).toEqual(['Goods in stock or not yet billed', '4000 Account 4000']);
});

test('R2 the average sale is gross per transaction, to the nearest penny; without any there is none', () => {
  expect([averageSale(toPence(1000), 3), averageSale(toPence(1001), 2), averageSale(toPence(0), 0)]).toEqual([
    333,
    501,
    null,
  ]);
  expect(averageSale(toPence(0), 2)).toBe(0);
});

test('a payment method has the business’s own name for what customers pay by', () => {
  const own = { credit_card: 'Terminal' };
  expect(paymentName('sale', 'credit_card', own)).toBe('Terminal');
  expect(paymentName('customer_payout', 'cheque', own)).toBe('Cheque');
  expect(paymentName('supplier_payment', 'credit_card', own)).toBe('Credit card');
  expect([filteredMethodName('credit_card', own), filteredMethodName('cheque', own)]).toEqual([
    'Terminal / Credit card',
    'Cheque',
  ]);
});

test('R2 takings of a cashier or a register exclude sales voided the same day', () => {
  expect([{}, { cashier_id: 1 }, { register_id: 1 }].map(tendersExcludeVoids)).toEqual([false, true, true]);
});
