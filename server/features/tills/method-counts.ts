import * as z from 'zod';
import { type Pence, toPence } from '#domain/kernel/money';
import { type ChosenMethod, chosenMethod } from '#domain/sales/tender';
import { type MethodCount, methodCount, type SessionMethod, takenBy } from '#domain/tills/method-counts';
import { findPaymentRules } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import { allPaymentsOf } from './report-figures.queries';
import type { StoredSession } from './stored-session';

const reportedMethods = z.array(methodCount);

/** The payment methods counted beside cash, as the Z report of a closed session has them. */
export const reportedCounts = ({ reported_methods }: StoredSession): MethodCount[] =>
  reported_methods === null ? [] : z.decode(reportedMethods, reported_methods as never);

/** The same for the Z report, from the count and what the session took. */
export async function methodCountsOf(db: Reader, session: StoredSession): Promise<MethodCount[]> {
  if (session.counted_methods === null) return [];
  const methods = await countableMethods(db, session);
  return methods.flatMap(({ counted, difference, ...row }) =>
    counted === null || difference === null ? [] : [{ ...row, counted, difference }],
  );
}

/** The payment methods of a session for its page, with what a blind count hides (rule T2). */
export async function methodsFor(
  db: Reader,
  session: StoredSession,
  isBlind: boolean,
): Promise<SessionMethod[]> {
  if (session.status === 'open') return [];
  if (session.status === 'closed') return reportedCounts(session);
  const methods = await countableMethods(db, session);
  return isBlind ? methods.map(row => ({ ...row, expected: null, difference: null })) : methods;
}

type Countable = Omit<MethodCount, 'counted' | 'difference'> & {
  readonly counted: Pence | null;
  readonly difference: Pence | null;
};

/** What can be counted beside cash: the methods that tills take, and those that this session took. */
async function countableMethods(db: Reader, { id, counted_methods }: StoredSession): Promise<Countable[]> {
  const [rules, payments] = await Promise.all([findPaymentRules(db), allPaymentsOf(db, id)]);
  const isCountable = (method: ChosenMethod) =>
    rules[method].is_taken ||
    counted_methods?.[method] !== undefined ||
    payments.some(row => row.method === method);
  return chosenMethod.options.filter(isCountable).map(method => {
    const { name } = rules[method];
    const expected = takenBy(payments, method);
    const counted = counted_methods?.[method] ?? null;
    const difference = counted === null ? null : toPence(counted - expected);
    return { method, ...(name === null ? {} : { name }), expected, counted, difference };
  });
}

/** The largest variance of a session, by cash or any other method: what is approved covers each of them. */
export const largestVariance = (cash: Pence, methods: readonly MethodCount[]): Pence =>
  toPence(Math.max(...[cash, ...methods.map(row => row.difference)].map(amount => Math.abs(amount))));
