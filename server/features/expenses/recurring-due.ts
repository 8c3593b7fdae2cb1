import { sql } from 'kysely';
import { datesUntil, type Rhythm } from '#domain/expenses/expense-schedule';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import { takesMoney } from './unpaid-expenses';

type ActiveSchedule = Rhythm & {
  readonly first_on: CalendarDate;
  readonly next_on: CalendarDate;
  readonly ends_on: CalendarDate | null;
  readonly gross: number;
  readonly takes_money: boolean;
};

type Due = {
  readonly date: CalendarDate;
  readonly amount: Pence;
  /** Whether it goes out of bank or cash. */
  readonly takes_money: boolean;
};

/** Recurring expenses by date until a day. Those whose draft is created today or was missed count today. */
export async function findRecurringDue(
  db: Reader,
  { today, until }: { readonly today: CalendarDate; readonly until: CalendarDate },
): Promise<Due[]> {
  const { rows } = await sql<ActiveSchedule>`
    select s.first_on, s.every, s.interval_count, s.next_on, s.ends_on, e.gross_pence as gross, ${takesMoney} as takes_money
    from expense_schedules s join expenses e on e.id = s.expense_id where s.next_on <= ${until}`.execute(db);
  return rows.flatMap(schedule =>
    datesUntil(schedule, until).map(date => ({
      date: date < today ? today : date,
      amount: toPence(schedule.gross),
      takes_money: schedule.takes_money,
    })),
  );
}
