import type { AccountKind } from '../accounts/account.contract';
import { type Pence, sum, toPence } from '../kernel/money';

/** The balance of an account at the end of a day: debits less credits. */
export type AccountBalance = {
  readonly code: string;
  readonly name: string;
  readonly kind: AccountKind;
  readonly balance: Pence;
};

/** The financial position at the end of a day. */
export type FinancialPosition = {
  /** Every account with postings; income and expense over all years. */
  readonly accounts: readonly AccountBalance[];
  /** The part of income and expense posted before the financial year began: debits less credits. */
  readonly earlier: Pence;
  /** Customers and suppliers are not netted against each other (rule W8). */
  readonly receivables: Pence;
  readonly customer_credit: Pence;
  readonly payables: Pence;
  readonly prepayments: Pence;
};

export type SheetLine = {
  readonly key: string;
  readonly kind: 'account' | 'total' | 'result';
  /** The account whose lines make up the figure. */
  readonly code: string | null;
  readonly label: string;
  readonly amount: Pence;
  readonly before: Pence | null;
};

const [debtors, creditors] = ['1100', '2100'];

type Part = Pick<SheetLine, 'key' | 'code' | 'label' | 'amount'>;

/** Accounts in order of code, then lines without a code in their own order. */
const codeOrder = ({ code }: Part) => code ?? 'without';

const named = (key: string, label: string, amount: Pence): Part => ({ key, code: null, label, amount });

function accountsOf({ accounts }: FinancialPosition, kind: AccountKind, sign: 1 | -1): Part[] {
  return accounts
    .filter(account => account.kind === kind && account.code !== debtors && account.code !== creditors)
    .map(({ code, name, balance }) => ({
      key: code,
      code,
      label: name,
      amount: toPence(sign * balance || 0),
    }));
}

/** The three sides of a balance sheet. Amounts owed both ways appear on both sides (rule W8). */
function sidesOf(position: FinancialPosition) {
  const profit = sum(
    position.accounts
      .filter(({ kind }) => kind === 'income' || kind === 'expense')
      .map(({ balance }) => balance),
  );
  return {
    assets: [
      ...accountsOf(position, 'asset', 1),
      named('receivables', 'Trade debtors', position.receivables),
      named('prepayments', 'Supplier prepayments', position.prepayments),
    ],
    liabilities: [
      ...accountsOf(position, 'liability', -1),
      named('payables', 'Trade creditors', position.payables),
      named('customer_credit', 'Customer credit held', position.customer_credit),
    ],
    equity: [
      ...accountsOf(position, 'equity', -1),
      named('earlier', 'Retained profit of earlier years', toPence(0 - position.earlier || 0)),
      named('year', 'Profit for this financial year', toPence(position.earlier - profit || 0)),
    ],
  };
}

const sideNames = { assets: 'Assets', liabilities: 'Liabilities', equity: 'Equity' } as const;
type Side = keyof typeof sideNames;

/**
 * The balance sheet at the end of a day; `before` is the comparison. Net assets (assets less liabilities)
 * equal equity because the ledger balances (rule L1). Lines that are zero on both days are left out.
 */
export function balanceSheet(now: FinancialPosition, before: FinancialPosition | null): SheetLine[] {
  const [current, earlier] = [sidesOf(now), before && sidesOf(before)];
  const linesOf = (side: Side): SheetLine[] => {
    const partsByKey = new Map(
      [...(earlier?.[side] ?? []), ...current[side]].map(part => [part.key, part] as const),
    );
    const amountIn = (parts: readonly Part[], key: string) =>
      parts.find(part => part.key === key)?.amount ?? toPence(0);
    return [...partsByKey.values()]
      .toSorted((one, other) => codeOrder(one).localeCompare(codeOrder(other)))
      .map(part => ({
        ...part,
        kind: 'account' as const,
        amount: amountIn(current[side], part.key),
        before: earlier && amountIn(earlier[side], part.key),
      }))
      .filter(({ amount, before: then }) => amount !== 0 || (then ?? 0) !== 0);
  };
  const totalOf = (
    key: string,
    label: string,
    kind: 'total' | 'result',
    parts: readonly [SheetLine[], 1 | -1][],
  ) => {
    const add = (amountOf: (line: SheetLine) => number) =>
      toPence(
        parts.reduce(
          (all, [lines, sign]) => all + sign * lines.reduce((one, line) => one + amountOf(line), 0),
          0,
        ) || 0,
      );
    return {
      key,
      kind,
      code: null,
      label,
      amount: add(line => line.amount),
      before: before && add(line => line.before ?? 0),
    };
  };
  const [assets, liabilities, equity] = [linesOf('assets'), linesOf('liabilities'), linesOf('equity')];
  return [
    ...assets,
    totalOf('assets', sideNames.assets, 'total', [[assets, 1]]),
    ...liabilities,
    totalOf('liabilities', sideNames.liabilities, 'total', [[liabilities, 1]]),
    totalOf('net_assets', 'Net assets', 'result', [
      [assets, 1],
      [liabilities, -1],
    ]),
    ...equity,
    totalOf('equity', sideNames.equity, 'result', [[equity, 1]]),
  ];
}
