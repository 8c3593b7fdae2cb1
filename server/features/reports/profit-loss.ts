import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { QueryOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { daysInWords, namePeriod, type Period } from '#domain/kernel/period';
import { stepsOf } from '#domain/kernel/steps';
import { onCashBasis, reconcile } from '#domain/reports/cash-basis';
import { type PostedSum, type ProfitLine, profitAndLoss } from '#domain/reports/profit-loss';
import {
  type ProfitAndLoss,
  profitBases,
  type profitAndLosses,
  revenueOfEntries,
} from '#domain/reports/profit-loss.contract';
import { ledgerBeforeYearEnds } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { invalid } from '../../platform/http/refusal';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { findCashAdjustments } from './cash-basis.queries';
import { changeColumns, comparedWords, withPrevious } from './compared-figures';
import { reportFile } from './report-file';
import { resolvePeriod } from './resolve-period';
import { findRevenueOfEntries } from './revenue-of-entries.queries';

type Context = { readonly actor: Actor; readonly now: Date };

/** Postings to income and expense in a period, by account and interval; a closed year keeps its figures. */
export async function postedIn(
  db: Reader,
  { from, to }: Period,
  steps: readonly Period[] = [],
): Promise<PostedSum[]> {
  const starts = steps.length === 0 ? [from] : steps.map(step => step.from);
  const { rows } = await sql<PostedSum>`
    select a.code, a.name, a.kind, posted.step, posted.amount from (
      select account_code as code, width_bucket(business_date, ${starts}::date[]) - 1 as step,
        sum(credit_pence - debit_pence)::bigint as amount
      from ${ledgerBeforeYearEnds()} where business_date between ${from} and ${to}
        and account_code in (select code from accounts where kind in ('income', 'expense')) group by 1, 2
      -- Postings that cancel out, such as an undone import, have no line.
      having sum(credit_pence - debit_pence) <> 0
    ) posted join accounts a on a.code = posted.code order by a.code, posted.step`.execute(db);
  return rows;
}

const maxSteps = 40;

/** The profit and loss of a period from the general ledger only (rule R3), with its comparison. */
export async function findProfitAndLoss(
  db: Reader,
  query: QueryOf<typeof profitAndLosses.show>,
  { actor, now }: Context,
): Promise<ProfitAndLoss> {
  const period = await resolvePeriod(db, query, now);
  const { from, to, compared } = period;
  const steps = query.step ? stepsOf(period, query.step, period.yearStart) : [];
  if (steps.length > maxSteps)
    throw invalid({
      step: `This would need ${steps.length} columns. Choose longer intervals or a shorter period.`,
    });
  const isCash = query.basis === 'cash';
  const [posted, before, [ofEntries = null]] = await Promise.all([
    basisSums(db, period, { isCash, steps }),
    compared && basisSums(db, compared, { isCash }),
    isCash ? [] : findRevenueOfEntries(db, [period]),
  ]);
  const withCost = hasPermission(actor, 'view_cost');
  const withPay = hasPermission(actor, 'view_pay');
  return {
    from,
    to,
    compared,
    steps,
    lines: profitAndLoss(posted.sums, before && before.sums, { steps: steps.length, withCost, withPay }),
    basis: query.basis ?? 'accruals',
    revenue_of_entries: ofEntries,
    reconciliation: withCost && withPay ? posted.reconciliation : null,
  };
}

type BasisSums = {
  readonly sums: readonly PostedSum[];
  readonly reconciliation: ProfitAndLoss['reconciliation'];
};

/** What counts in a period on the basis asked for. */
async function basisSums(
  db: Reader,
  period: Period,
  { isCash, steps = [] }: { isCash: boolean; steps?: readonly Period[] },
): Promise<BasisSums> {
  if (!isCash) return { sums: await postedIn(db, period, steps), reconciliation: null };
  const [posted, adjustments] = await Promise.all([
    postedIn(db, period, steps),
    findCashAdjustments(db, period, steps),
  ]);
  return { sums: onCashBasis(posted, adjustments), reconciliation: reconcile(posted, adjustments) };
}

const columns = ({ from, to, steps, compared }: ProfitAndLoss): readonly Column<ProfitLine>[] => [
  { header: 'Account', kind: 'text', width: 8, value: line => line.code },
  {
    header: 'Name',
    kind: 'text',
    width: 32,
    value: line => line.label,
    isIndented: ({ kind }) => kind === 'account',
  },
  ...steps.map(
    (step, index): Column<ProfitLine> => ({
      header: namePeriod(step),
      kind: 'money',
      width: 14,
      value: line => line.steps[index] ?? null,
    }),
  ),
  {
    header: compared && steps.length === 0 ? namePeriod({ from, to }) : 'Amount',
    kind: 'money',
    width: 24,
    value: line => line.amount,
  },
  {
    header: '% of revenue',
    kind: 'percent',
    width: 12,
    value: line => line.percent,
  },
  ...(compared
    ? [
        {
          header: namePeriod(compared),
          kind: 'money',
          width: 24,
          value: (line: ProfitLine) => line.before,
        } as const,
        ...changeColumns<ProfitLine>(line => [line.amount, line.before]),
      ]
    : []),
];

/** Exports it as a file. */
export async function exportProfitAndLoss(
  db: Reader,
  query: QueryOf<typeof profitAndLosses.export>,
  context: Context,
): Promise<FileReply> {
  const found = await findProfitAndLoss(db, query, context);
  const report = {
    name: `profit-and-loss-${found.basis === 'cash' ? 'cash-basis-' : ''}${found.from}-${found.to}`,
    title: 'Profit & Loss',
    subtitle:
      found.basis === 'cash'
        ? `${daysInWords(found)}, ${profitBases.cash.toLowerCase()}`
        : daysInWords(found),
    facts: [
      {
        heading: 'Results',
        facts: [
          ...found.lines
            .filter(({ kind }) => kind !== 'account')
            .map(({ label, amount, before }) => [label, withPrevious(amount, before ?? undefined)] as const),
          ...(found.revenue_of_entries
            ? [[revenueOfEntries, formatPounds(found.revenue_of_entries)] as const]
            : []),
          ['Compared with', comparedWords(query.compare, found.compared)] as const,
        ],
      },
      ...(found.reconciliation
        ? [
            {
              heading: 'From accruals to cash',
              facts: found.reconciliation.map(({ label, amount }) => [label, formatPounds(amount)] as const),
            },
          ]
        : []),
    ],
    columns: columns(found),
    rows: found.lines,
    empty: 'No postings in this period.',
  };
  return reportFile(db, report, { format: query.format, now: context.now });
}
