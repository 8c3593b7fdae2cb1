import type { AccountKind } from '../accounts/account.contract';
import { type Pence, sum, toPence } from '../kernel/money';

/** The balance of an account at the end of a day: debits less credits. */
export type AccountBalance = {
  readonly code: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** A fixed asset, or a liability due after more than one year. */
  readonly is_long_term: boolean;
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

const named = (key: string, label: string, amount: Pence): Part => ({ key, code: null, label, amount });
const ofAccount = ({ code, name, balance }: AccountBalance, sign: 1 | -1): Part => ({
  key: code,
  code,
  label: name,
  amount: toPence(sign * balance || 0),
});

/** The assets that are cash, bank and clearing accounts. Overdrawn, they are creditors. */
const isMoney = ({ code }: AccountBalance) => code < '1100';
const isStock = ({ code }: AccountBalance) => code.startsWith('12');

/** The sections in the order of United Kingdom accounts. */
const sectionNames = {
  fixed_assets: 'Fixed assets',
  current_assets: 'Current assets',
  current_liabilities: 'Creditors: amounts falling due within one year',
  long_term_liabilities: 'Creditors: amounts falling due after more than one year',
  equity: 'Capital and reserves',
} as const;
type Section = keyof typeof sectionNames;

/** The lines of each section. Amounts owed both ways appear on both sides (rule W8). */
function sectionsOf(position: FinancialPosition): Record<Section, Part[]> {
  const own = position.accounts.filter(({ code }) => code !== debtors && code !== creditors);
  const of = (kind: AccountKind, isLongTerm: boolean) =>
    own.filter(account => account.kind === kind && account.is_long_term === isLongTerm);
  const current = of('asset', false);
  const money = current.filter(isMoney);
  const others = current.filter(account => !isMoney(account) && !isStock(account));
  const profit = sum(
    own.filter(({ kind }) => kind === 'income' || kind === 'expense').map(({ balance }) => balance),
  );
  const held = (accounts: readonly AccountBalance[]) => accounts.map(account => ofAccount(account, 1));
  const owed = (accounts: readonly AccountBalance[]) => accounts.map(account => ofAccount(account, -1));
  return {
    fixed_assets: held(of('asset', true)),
    // In order of liquidity: stock, debtors, money.
    current_assets: [
      ...held(current.filter(isStock)),
      named('receivables', 'Trade debtors', position.receivables),
      named('prepayments', 'Supplier prepayments', position.prepayments),
      ...held(others),
      ...held(money.filter(({ balance }) => balance > 0)),
    ],
    current_liabilities: [
      ...owed(money.filter(({ balance }) => balance < 0)).map(part => ({
        ...part,
        key: `${part.key}-overdrawn`,
        label: `${part.label}, overdrawn`,
      })),
      named('payables', 'Trade creditors', position.payables),
      named('customer_credit', 'Customer credit held', position.customer_credit),
      ...owed(of('liability', false)),
    ],
    long_term_liabilities: owed(of('liability', true)),
    equity: [
      ...owed(of('equity', false)),
      named('earlier', 'Retained profit of earlier years', toPence(0 - position.earlier || 0)),
      named('year', 'Profit for this financial year', toPence(position.earlier - profit || 0)),
    ],
  };
}

/** The lines of both days in one order; those that are zero on both are left out. */
function linesOf(now: readonly Part[], before: readonly Part[] | null): SheetLine[] {
  const amountIn = (parts: readonly Part[], key: string) =>
    parts.find(part => part.key === key)?.amount ?? toPence(0);
  const order = [...now];
  // A line of the earlier day only stands where it stood then.
  before?.forEach((part, index) => {
    if (order.some(({ key }) => key === part.key)) return;
    const previous = before[index - 1]?.key;
    order.splice(order.findIndex(({ key }) => key === previous) + 1, 0, part);
  });
  return order
    .map(part => ({
      ...part,
      kind: 'account' as const,
      amount: amountIn(now, part.key),
      before: before && amountIn(before, part.key),
    }))
    .filter(({ amount, before: then }) => amount !== 0 || (then ?? 0) !== 0);
}

/**
 * The balance sheet at the end of a day; `before` is the comparison. Net assets equal capital and reserves because the
 * ledger balances (rule L1). Fixed assets and long-term creditors are left out while there are none.
 */
export function balanceSheet(now: FinancialPosition, before: FinancialPosition | null): SheetLine[] {
  const [current, earlier] = [sectionsOf(now), before && sectionsOf(before)];
  const lines = (section: Section) => linesOf(current[section], earlier && earlier[section]);
  const [fixed, assets, due, later, equity] = [
    lines('fixed_assets'),
    lines('current_assets'),
    lines('current_liabilities'),
    lines('long_term_liabilities'),
    lines('equity'),
  ];
  const added = (
    { key, label, kind }: Pick<SheetLine, 'key' | 'label' | 'kind'>,
    more: readonly SheetLine[],
    less: readonly SheetLine[] = [],
  ): SheetLine => {
    const total = (amountOf: (line: SheetLine) => Pence) =>
      toPence(sum(more.map(amountOf)) - sum(less.map(amountOf)));
    return {
      key,
      kind,
      code: null,
      label,
      amount: total(line => line.amount),
      before: before && total(line => line.before ?? toPence(0)),
    };
  };
  const section = (key: Section, of: readonly SheetLine[]) => [
    ...of,
    added({ key, label: sectionNames[key], kind: 'total' }, of),
  ];
  const result = (key: string, label: string, more: readonly SheetLine[], less: readonly SheetLine[]) =>
    added({ key, label, kind: 'result' }, more, less);
  const hasLongTerm = fixed.length > 0 || later.length > 0;
  return [
    ...(fixed.length > 0 ? section('fixed_assets', fixed) : []),
    ...section('current_assets', assets),
    ...section('current_liabilities', due),
    result('net_current_assets', 'Net current assets', assets, due),
    ...(hasLongTerm
      ? [result('total_less_current', 'Total assets less current liabilities', [...fixed, ...assets], due)]
      : []),
    ...(later.length > 0 ? section('long_term_liabilities', later) : []),
    result('net_assets', 'Net assets', [...fixed, ...assets], [...due, ...later]),
    ...section('equity', equity),
  ];
}
