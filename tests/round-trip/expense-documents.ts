import { londonDate } from '#domain/kernel/dates';
import { createScheduledExpensesHandler } from '../../server/features/expenses';
import { type DocumentDesk, type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored, shownAs } from './money-document';

let categories = 0;

/** An approved expense, and its schedule if it is wanted. */
async function approvedExpense({ made, newId, agreed }: DocumentDesk): Promise<number> {
  categories += 1;
  const category_id = await newId('/expense-categories', { name: `Rent ${categories}` });
  const id = await newId('/expenses', {
    description: `Rent of shop ${categories}`,
    settlement: 'firm_paid',
    payment_method: 'bank_transfer',
    expense_date: daysAgo(3),
    reference: `RENT-${categories}`,
    lines: [{ category_id, gross: '120.00', vat_code: 'E' }],
  });
  await made(`/expenses/${id}/submit`);
  await agreed(`/expenses/${id}/approve`, {});
  return id;
}

const version = notStored('identifies the state that is edited');
const readings = {
  row: '/expenses/schedules#{reply.id}',
  export: '/expenses/schedules/export?format=csv#{reply.expense.number}',
};

export const expenseDocuments: DocumentsByRoute = {
  'POST /expenses/{id}/schedule': async desk => ({
    examples: [
      {
        params: { id: await approvedExpense(desk) },
        body: { every: 'quarter', interval_count: 2, first_on: daysAgo(-8), ends_on: daysAgo(-800) },
      },
    ],
    readings,
    rows: {
      every: 'row.every',
      interval_count: 'row.interval_count',
      first_on: ['row.first_on', 'row.next_on'],
      ends_on: 'row.ends_on',
    },
  }),
  'PUT /expenses/schedules/{id}': async desk => {
    const expense = await approvedExpense(desk);
    const first_on = daysAgo(-9);
    const made = { every: 'quarter', interval_count: 3, first_on, ends_on: daysAgo(-900) };
    const id = await desk.newId(`/expenses/${expense}/schedule`, made);
    // An edit of one field leaves all others.
    const others = [
      shownAs('row.every', 'quarter'),
      shownAs('row.interval_count', 3),
      shownAs('row.first_on', first_on),
      shownAs('row.expense.id', expense),
    ];
    const ends_on = daysAgo(-700);
    return {
      examples: [
        { params: { id }, body: { status: 'paused', ends_on } },
        { params: { id }, body: { status: 'active', ends_on } },
        { params: { id }, body: { status: 'active', ends_on: daysAgo(-600) } },
      ],
      readings,
      rows: { status: ['row.status', ...others], ends_on: ['row.ends_on', ...others], version },
    };
  },
  'POST /expenses/schedules/{id}/template': async desk => {
    const expense = await approvedExpense(desk);
    const id = await desk.newId(`/expenses/${expense}/schedule`, {
      every: 'month',
      first_on: londonDate(new Date()),
    });
    await createScheduledExpensesHandler(desk.db, () => new Date()).run({});
    const { id: expense_id } = await desk.db
      .selectFrom('expenses')
      .select('id')
      .where('schedule_id', '=', id)
      .executeTakeFirstOrThrow();
    await desk.made(`/expenses/${expense_id}/submit`);
    return {
      examples: [{ params: { id }, body: { expense_id } }],
      readings,
      rows: { expense_id: 'row.expense.id', version },
    };
  },
};
