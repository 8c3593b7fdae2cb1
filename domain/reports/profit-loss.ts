import { excludingWages, revealsPay } from '../accounting/wages';
import { profitResults, type ProfitSection, profitSections, sectionOf } from '../accounting/profit-parts';
import type { AccountKind } from '../accounts/account.contract';
import { type Pence, sum, toPence } from '../kernel/money';
import { percentOf } from '../kernel/percent-of';

/** Postings to an account in one interval of the period: credits less debits. */
export type PostedSum = {
  readonly code: string;
  readonly name: string;
  readonly kind: AccountKind;
  readonly step: number;
  readonly amount: Pence;
  /** The section, where the account's kind does not tell it. */
  readonly section?: ProfitSection;
};

/** A line of the statement: an account, the total of a section, or a result. */
export type ProfitLine = {
  readonly key: string;
  readonly kind: 'account' | 'total' | 'result';
  readonly code: string | null;
  readonly label: string;
  readonly amount: Pence;
  readonly before: Pence | null;
  /** The amount in each interval; empty if the period is not split. */
  readonly steps: readonly Pence[];
  /** Percentage of revenue, in hundredths of a percent. */
  readonly percent: number | null;
};

const isAccountCode = (code: string) => /^\d{4}$/.test(code);

type Amounts = Pick<ProfitLine, 'amount' | 'before' | 'steps'>;

/**
 * The profit and loss of a period from ledger totals (rule R3); `before` is the comparison. Without
 * `withCost`, cost of sales and both results are left out because they reveal cost. Without `withPay`, wages
 * are left out of overheads, and the result too if there were any.
 */
export function profitAndLoss(
  allNow: readonly PostedSum[],
  allBefore: readonly PostedSum[] | null,
  { steps, withCost, withPay }: { steps: number; withCost: boolean; withPay: boolean },
): ProfitLine[] {
  const isShown = ({ code }: PostedSum) => withPay || !revealsPay(code);
  const now = allNow.filter(isShown);
  const before = allBefore && allBefore.filter(isShown);
  const hasHidden = now.length + (before?.length ?? 0) < allNow.length + (allBefore?.length ?? 0);
  const codes = [
    ...new Map([...(before ?? []), ...now].map(posted => [posted.code, posted])).values(),
  ].toSorted((one, other) => (one.code < other.code ? -1 : 1));
  const amountsOf = (code: string, sign: 1 | -1): Amounts => {
    const amountOf = (sums: readonly PostedSum[]) =>
      toPence(sign * sum(sums.filter(posted => posted.code === code).map(posted => posted.amount)) || 0);
    return {
      amount: amountOf(now),
      before: before && amountOf(before),
      steps: Array.from({ length: steps }, (_, step) => amountOf(now.filter(posted => posted.step === step))),
    };
  };
  const accountsOf = (section: ProfitSection) =>
    codes
      .filter(posted => (posted.section ?? sectionOf(posted)) === section)
      .map(({ code, name }) => ({
        key: code,
        kind: 'account' as const,
        code: isAccountCode(code) ? code : null,
        label: name,
        ...amountsOf(code, section === 'revenue' || section === 'other_income' ? 1 : -1),
      }));
  const added = (parts: readonly Amounts[], signs: readonly (1 | -1)[] = []): Amounts => {
    const total = (amount: (part: Amounts) => number) =>
      toPence(parts.reduce((all, part, index) => all + (signs[index] ?? 1) * amount(part), 0));
    return {
      amount: total(part => part.amount),
      before: before && total(part => part.before ?? 0),
      steps: Array.from({ length: steps }, (_, step) => total(part => part.steps[step] ?? 0)),
    };
  };
  const section = (key: ProfitSection) => {
    const accounts = accountsOf(key);
    const total = { key, kind: 'total' as const, code: null, label: profitSections[key], ...added(accounts) };
    return { lines: [...accounts, total], total };
  };
  const revenue = section('revenue');
  const cost = section('cost_of_sales');
  const income = section('other_income');
  const overheads = section('overheads');
  const gross = added([revenue.total, cost.total], [1, -1]);
  const net = added([gross, income.total, overheads.total], [1, 1, -1]);
  const result = (key: keyof typeof profitResults, amounts: Amounts) => ({
    key,
    kind: 'result' as const,
    code: null,
    label: profitResults[key],
    ...amounts,
  });
  const lines = [
    ...revenue.lines,
    ...(withCost ? [...cost.lines, result('gross_profit', gross)] : []),
    ...income.lines,
    ...overheads.lines.map(line =>
      line.kind === 'total' && hasHidden ? { ...line, label: `${line.label}${excludingWages}` } : line,
    ),
    ...(withCost && !hasHidden ? [result('net_profit', net)] : []),
  ];
  return lines.map(line => ({ ...line, percent: percentOf(line.amount, revenue.total.amount) }));
}
