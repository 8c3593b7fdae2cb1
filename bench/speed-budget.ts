import type { Sent } from '../tests/support/watch-round-trips';
import type { Compared } from './in-turn';
import { report } from './report';
import budgets from './speed-budget.json' with { type: 'json' };

/** What a read or write may take, against its limit: its least rate, and its most processor time of both kinds. */
type Budget = {
  readonly rate: number;
  readonly processor: number;
  /** At most so many for one request. */
  readonly statements: number;
  readonly roundTrips: number;
};

/** How a name stands in the table, and in the budget. */
export const readBudgets: Readonly<Record<keyof typeof budgets.reads, Budget>> = budgets.reads;
export const writeBudgets: Readonly<Record<keyof typeof budgets.writes, Budget>> = budgets.writes;

/** Reports a comparison with its limit, and whether it is within the budget. Every budget missed fails the run. */
export function reportAgainstLimit(
  name: string,
  { rate, processor, statements, roundTrips }: Budget,
  { product, limit, sent }: Compared & { readonly sent: readonly Sent[] },
): void {
  const times = (figure: string, of: 'p50' | 'p99' | 'nodeMs' | 'postgresMs') =>
    report({ name, figure, unit: 'ms', value: product[of], limit: limit[of], target: '', met: true });
  report({
    name,
    figure: 'rate',
    unit: 'requests/s',
    value: product.perSecond,
    limit: limit.perSecond,
    target: `at least ${rate} of the limit`,
    met: product.perSecond >= rate * limit.perSecond,
    isBudget: true,
  });
  times('p50', 'p50');
  times('p99', 'p99');
  times('processor time of Node', 'nodeMs');
  times('processor time of PostgreSQL', 'postgresMs');
  const [used, least] = [product.nodeMs + product.postgresMs, limit.nodeMs + limit.postgresMs];
  report({
    name,
    figure: 'processor time',
    unit: 'ms',
    value: used,
    limit: least,
    target: `at most ${processor} times the limit`,
    met: used <= processor * least,
    isBudget: true,
  });
  const trips = sent.filter(({ startsRoundTrip }) => startsRoundTrip).length;
  report({
    name,
    figure: 'statements sent',
    unit: '',
    value: sent.length,
    target: `at most ${statements}`,
    met: sent.length <= statements,
    isBudget: true,
  });
  report({
    name,
    figure: 'round trips to the database',
    unit: '',
    value: trips,
    target: `at most ${roundTrips}`,
    met: trips <= roundTrips,
    isBudget: true,
  });
  if (sent.length > statements || trips > roundTrips)
    for (const { text, startsRoundTrip } of sent)
      console.log(`    ${startsRoundTrip ? '>' : ' '} ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
}
