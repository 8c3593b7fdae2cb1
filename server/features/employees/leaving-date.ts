import { sql } from 'kysely';
import { canHappenOn } from '#domain/employees/employee.rules';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { editStepNote } from './edit-step-note';
import { stateOf, type StoredEmployee } from './stored-employee';

type LastDay = { readonly field: 'on' | 'left_on'; readonly lastDay: CalendarDate };

/** Nobody leaves before the last day on which they have hours. */
export async function ensureWorkedUpTo(
  tx: Tx,
  { id, name }: Pick<StoredEmployee, 'id' | 'name'>,
  { field, lastDay }: LastDay,
): Promise<void> {
  const { rows } = await sql<{ last: CalendarDate | null }>`
    select max(business_date)::text as last from time_entries where employee_id = ${id} and business_date > ${lastDay}`.execute(
    tx,
  );
  const last = rows[0]?.last ?? null;
  if (last !== null)
    throw invalid({
      [field]: `${name} has hours on ${formatDate(last)}. Enter that day or a later one, or correct the hours first.`,
    });
}

/**
 * Corrects the last day of an employee who left, and notes it in the history. Their status, account and reports stay as
 * they are. 422 if they have not left, or could not have left on that day.
 */
export async function correctLeavingDate(
  ctx: WriteContext,
  before: StoredEmployee,
  leftOn: CalendarDate | undefined,
): Promise<CalendarDate | null> {
  if (leftOn === undefined || leftOn === before.left_on) return before.left_on;
  const { id, name } = before;
  if (before.left_on === null)
    throw invalid({ left_on: `${name} has not left. Record their leaving instead.` });
  const today = londonDate(ctx.now);
  const result = canHappenOn('leave', stateOf(before), { on: leftOn, until: null, today });
  if (!result.allowed) throw invalid({ left_on: result.reason });
  await ensureWorkedUpTo(ctx.tx, before, { field: 'left_on', lastDay: leftOn });
  await editStepNote(ctx, id, { step: 'correct_leaving', on: leftOn });
  return leftOn;
}
