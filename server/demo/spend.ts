import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import {
  approveExpense,
  createExpense,
  createSchedule,
  payExpense,
  rejectExpense,
  submitExpense,
} from '../features/expenses';
import type { Actor } from '../platform/http/actor';
import type { WriteContext } from '../platform/http/context';
import { duringWork, nextWorkday } from './calendar';
import type { Random } from './random';
import type { Step } from './play-days';

type Planned = {
  readonly day: CalendarDate;
  readonly description: string;
  /** By name; with two, the gross is split. */
  readonly parts: readonly { readonly category: string; readonly gross: number; readonly code: VatCode }[];
  readonly settlement: 'firm_paid' | 'to_pay' | 'own_money';
  readonly reference: string;
  /** The last step it reaches. */
  readonly until: 'draft' | 'submitted' | 'rejected' | 'approved' | 'paid';
  readonly recurring?: boolean;
};

/** Expenses: monthly rent, energy, postage, a trip, and one waiting for approval. */
export function spending(
  people: { readonly administrator: Actor; readonly buyer: Actor },
  today: CalendarDate,
  random: Random,
): Step[] {
  const numbers = new Map<Planned, number>();
  return plan(today, random).flatMap(expense => stepsOf(people, expense, numbers, today));
}

function plan(today: CalendarDate, random: Random): Planned[] {
  const ago = (days: number) => nextWorkday(addDays(today, -days));
  const monthly = [340, 310, 280, 250, 220, 190, 160, 130, 100, 70, 40].flatMap((days, index): Planned[] => [
    {
      day: ago(days),
      description: 'Warehouse rent',
      parts: [{ category: 'Rent and rates', gross: 145_000, code: 'E' }],
      settlement: 'to_pay',
      reference: `RENT-${index + 1}`,
      until: days === 40 ? 'approved' : 'paid',
      recurring: days === 40,
    },
    {
      day: ago(days - 6),
      description: 'Electricity and gas',
      parts: [{ category: 'Energy', gross: random.between(28_000, 61_000), code: 'S' }],
      settlement: 'firm_paid',
      reference: `E-${7100 + index}`,
      until: 'paid',
    },
    {
      day: ago(days - 11),
      description: 'Parcels and labels',
      parts: [
        { category: 'Postage', gross: random.between(3_000, 9_000), code: 'E' },
        { category: 'Packaging', gross: random.between(2_000, 7_000), code: 'S' },
      ],
      settlement: index % 3 === 0 ? 'own_money' : 'firm_paid',
      reference: `P-${2200 + index}`,
      until: 'paid',
    },
  ]);
  const claim = {
    settlement: 'own_money',
    parts: [{ category: 'Travel', gross: 8_640, code: 'Z' }],
  } as const;
  return [
    ...monthly,
    { ...claim, day: ago(12), description: 'Train to the trade fair', reference: 'T-1', until: 'approved' },
    { ...claim, day: ago(5), description: 'Train home from the fair', reference: 'T-2', until: 'submitted' },
    { ...claim, day: ago(8), description: 'Taxi in Birmingham', reference: 'T-3', until: 'rejected' },
    { ...claim, day: ago(4), description: 'Parking', reference: 'T-4', until: 'draft' },
  ];
}

function stepsOf(
  { administrator, buyer }: { administrator: Actor; buyer: Actor },
  expense: Planned,
  ids: Map<Planned, number>,
  today: CalendarDate,
): Step[] {
  const { day, until } = expense;
  const step = (
    after: number,
    actor: Actor,
    live: (ctx: WriteContext, id: number) => Promise<unknown>,
  ): Step => ({
    at: duringWork(nextWorkday(addDays(day, after)), 60),
    actor,
    live: async ctx => void (await live(ctx, ids.get(expense) ?? 0)),
  });
  const entered = step(0, buyer, async ctx => {
    const { id } = await createExpense(ctx, await writeOf(ctx, expense));
    ids.set(expense, id);
    if (until !== 'draft') await submitExpense(ctx, id);
  });
  if (until === 'draft' || until === 'submitted') return [entered];
  if (until === 'rejected')
    return [
      entered,
      step(1, administrator, (ctx, id) =>
        rejectExpense(ctx, id, { reason: 'Whose taxi was it? Attach the receipt.' }),
      ),
    ];
  const approved = step(1, administrator, async (ctx, id) => {
    await approveExpense(ctx, id, { date_reason: null });
    if (expense.recurring)
      await createSchedule(ctx, id, {
        every: 'month',
        interval_count: 1,
        first_on: addDays(today, 12),
        ends_on: null,
      });
  });
  if (until === 'approved' || expense.settlement === 'firm_paid') return [entered, approved];
  const paid = step(3, administrator, (ctx, id) =>
    payExpense(ctx, id, { payment_method: 'bank_transfer', date_reason: null, reference: null }),
  );
  return [entered, approved, paid];
}

async function writeOf(ctx: WriteContext, expense: Planned): Promise<Parameters<typeof createExpense>[1]> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from expense_categories`.execute(
    ctx.tx,
  );
  const categories = new Map(rows.map(({ id, name }) => [name, id]));
  return {
    description: expense.description,
    reference: expense.reference,
    // Has valid check digits, but is not assigned.
    vat_number: 'GB999999973',
    settlement: expense.settlement,
    payment_method: expense.settlement === 'firm_paid' ? 'bank_transfer' : null,
    notes: null,
    lines: expense.parts.map(({ category, gross, code }) => ({
      category_id: categories.get(category) ?? 0,
      description: null,
      gross: toPence(gross),
      vat_code: code,
      vat: null,
      vat_recoverable: true,
    })),
  };
}
