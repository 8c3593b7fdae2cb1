import { sql } from 'kysely';
import { datesUntil, type Frequency } from '#domain/expenses/expense-schedule';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';

type ActiveSchedule = {
  readonly first_on: CalendarDate;
  readonly every: Frequency;
  readonly next_on: CalendarDate;
  readonly ends_on: CalendarDate | null;
  readonly gross: number;
};

/** Recurring expenses by date until a day. Those whose draft is created today or was missed count today. */
export async function findRecurringDue(
  db: Reader,
  { today, until }: { readonly today: CalendarDate; readonly until: CalendarDate },
): Promise<{ readonly date: CalendarDate; readonly amount: Pence }[]> {
  const { rows } = await sql<ActiveSchedule>`
    select s.first_on, s.every, s.next_on, s.ends_on, e.gross_pence as gross
    from expense_schedules s join expenses e on e.id = s.expense_id where s.next_on <= ${until}`.execute(db);
  return rows.flatMap(schedule =>
    datesUntil(schedule, until).map(date => ({
      date: date < today ? today : date,
      amount: toPence(schedule.gross),
    })),
  );
}
