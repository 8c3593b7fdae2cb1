import { payrollAccounts } from '../accounting/wages';
import { type Pence, sum, toPence } from '../kernel/money';
import type { PostedSum } from './profit-loss';

/** Goods that are in stock, or received without a bill. */
export const stockAccounts: readonly string[] = ['1200', '2110'];
/**
 * Accounts whose postings on the cash basis are one line of what was paid for goods: those of stock, and those that take
 * up its cost. Selling, losing or receiving goods moves the value between them, so what is left is what suppliers were
 * paid.
 */
export const goodsAccounts: readonly string[] = [...stockAccounts, '5000', '5100', '5110'];
/** The key of that line, and its name. */
export const goodsLine = 'goods';
export const goodsLabel = 'Goods paid for';

/** Expenses charged now and paid later without a supplier. */
export const expenseAccruals = '2300';
/** Costs charged now and paid later: payroll and these expenses. */
export const accruedAccounts: readonly string[] = [...payrollAccounts, expenseAccruals];

/** Why a period differs between the two bases. */
export const cashCauses = {
  customers: 'Invoices not yet settled',
  suppliers: 'Bills not yet settled',
  stock: 'Goods in stock or not yet billed',
  accrued: 'Payroll and expenses not yet paid',
} as const;
export type CashCause = keyof typeof cashCauses;

/** A difference between the cash basis and the postings of a period, in one account: credits less debits. */
export type CashAdjustment = PostedSum & { readonly cause: CashCause };

/** A step from the profit on the accruals basis to the profit on the cash basis. */
export type ReconciliationLine = {
  readonly key: CashCause | 'accruals' | 'cash';
  readonly label: string;
  readonly amount: Pence;
};

/** What a period shows on the cash basis: its postings with their adjustments (rule R3, decision 106). */
export function onCashBasis(
  posted: readonly PostedSum[],
  adjustments: readonly CashAdjustment[],
): PostedSum[] {
  const byPlace = new Map<string, PostedSum>();
  for (const entry of [...posted, ...adjustments].map(asCashLine)) {
    const place = `${entry.code} ${entry.step}`;
    byPlace.set(place, { ...entry, amount: toPence((byPlace.get(place)?.amount ?? 0) + entry.amount) });
  }
  return [...byPlace.values()].filter(({ amount }) => amount !== 0);
}

/** The line of the statement that takes up postings to an account; for goods, one line for all their accounts. */
export function asCashLine(entry: PostedSum): PostedSum {
  const { code, name } = entry;
  if (goodsAccounts.includes(code) || code === goodsLine)
    return { ...entry, code: goodsLine, name: goodsLabel, section: 'cost_of_sales' };
  if (accruedAccounts.includes(code))
    return { ...entry, name: `${name}, paid less charged`, section: 'overheads' };
  return entry;
}

/** How the two results follow from each other. */
export function reconcile(
  posted: readonly PostedSum[],
  adjustments: readonly CashAdjustment[],
): ReconciliationLine[] {
  const accruals = sum(posted.map(({ amount }) => amount));
  const parts = (Object.keys(cashCauses) as CashCause[]).map(key => ({
    key,
    label: cashCauses[key],
    amount: sum(adjustments.filter(({ cause }) => cause === key).map(({ amount }) => amount)),
  }));
  return [
    { key: 'accruals', label: 'Net profit, accruals basis', amount: accruals },
    ...parts,
    {
      key: 'cash',
      label: 'Net profit, cash basis',
      amount: toPence(accruals + sum(parts.map(({ amount }) => amount))),
    },
  ];
}
