import { journals } from '#domain/journals/journal.contract';
import { yearEnds } from '#domain/journals/year-end.contract';
import { type Caller, startTestApp } from './test-app';

/** The day of the tests of year ends, and its noon. */
export const today = '2031-06-15';
export const noon = new Date(`${today}T12:00:00Z`);

export const [lossYear, profitYear] = [
  { from: '2029-04-01', to: '2030-03-31' },
  { from: '2030-04-01', to: '2031-03-31' },
] as const;

type Line = { account: string; debit?: string; credit?: string };

/** Posts by hand, to the bank on the other side. */
export async function enter(
  caller: Caller,
  day: string,
  account: string,
  side: 'debit' | 'credit',
  amount: string,
) {
  const lines: Line[] = [
    { account, [side]: amount },
    { account: '1020', [side === 'debit' ? 'credit' : 'debit']: amount },
  ];
  const body = { narrative: 'By hand', business_date: day, date_reason: 'Entered later', lines };
  const { status, refusal } = await caller.call(journals.create, { body });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
}

/**
 * The year to 31 Mar 2030: £500.00 of income and £700.00 of wages, a loss of £200.00. The year to 31 Mar 2031: income of
 * £2,000.00, £65.44 of cost of sales and £700.00 of card charges, a profit of £1,234.56. The present year: £100.00.
 */
async function enterThreeYears(caller: Caller) {
  await enter(caller, '2029-06-01', '4900', 'credit', '500.00');
  await enter(caller, '2029-07-01', '6100', 'debit', '700.00');
  await enter(caller, '2030-05-01', '4900', 'credit', '2000.00');
  await enter(caller, '2030-06-01', '5000', 'debit', '65.44');
  await enter(caller, '2031-03-31', '6910', 'debit', '700.00');
  await enter(caller, '2031-05-01', '4900', 'credit', '100.00');
}

/** A shop with these years, none of them closed, at that noon. */
export const shopOfThreeYears = async () => {
  const shop = await startTestApp({ clock: () => noon });
  await enterThreeYears(await shop.as('admin'));
  return shop;
};

/** Closes the year that ends on a day. */
export const closeYear = (who: Caller, year_end: string, more: object = {}) =>
  who.call(yearEnds.close, { body: { year_end, date_reason: 'Accounts agreed' }, ...more });

/** The lines of a journal: account, debit, credit. */
export const posted = (lines: readonly { account: { code: string }; debit: number; credit: number }[]) =>
  lines.map(({ account, debit, credit }) => [account.code, debit, credit]);
