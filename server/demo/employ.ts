import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { londonInstant } from '#domain/kernel/london-clock';
import { addTimeEntry, createEmployee, changeStatus } from '../features/employees';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { asActor } from '../kernel/audit';
import { duringWork, isWorkday, nextWorkday } from './calendar';
import type { Step } from './play-days';

type Person = {
  readonly name: string;
  readonly job: string;
  readonly department: string;
  readonly under?: string;
  readonly emergency: readonly [name: string, relation: string, phone: string];
};

/** The four employees who sign in, and three who do not. */
const staff: readonly Person[] = [
  {
    name: 'Ruth Ashcombe',
    job: 'Managing director',
    department: 'Office',
    emergency: ['Piers Ashcombe', 'Husband', '01632 960110'],
  },
  {
    name: 'Martha Lowe',
    job: 'Buyer',
    department: 'Office',
    under: 'Ruth Ashcombe',
    emergency: ['Ivor Lowe', 'Brother', '01632 960121'],
  },
  {
    name: 'Colin Frayne',
    job: 'Bookkeeper',
    department: 'Office',
    under: 'Ruth Ashcombe',
    emergency: ['Dora Frayne', 'Wife', '01632 960132'],
  },
  {
    name: 'Dev Patel',
    job: 'Counter sales',
    department: 'Shop',
    under: 'Ruth Ashcombe',
    emergency: ['Asha Patel', 'Mother', '01632 960143'],
  },
  {
    name: 'Owen Pritchard',
    job: 'Storekeeper',
    department: 'Warehouse',
    under: 'Martha Lowe',
    emergency: ['Carys Pritchard', 'Wife', '01632 960154'],
  },
  {
    name: 'Nell Sugden',
    job: 'Driver',
    department: 'Warehouse',
    under: 'Martha Lowe',
    emergency: ['Frank Sugden', 'Father', '01632 960165'],
  },
  {
    name: 'Toby Wren',
    job: 'Counter sales',
    department: 'Shop',
    under: 'Ruth Ashcombe',
    emergency: ['Lil Wren', 'Sister', '01632 960176'],
  },
];

type Employed = ReadonlyMap<string, number>;

/** All employees on the first day; those who sign in are linked to their accounts. */
export async function addEmployees(tx: Tx, actor: Actor, day: CalendarDate): Promise<Employed> {
  const users = await tx.selectFrom('users').select(['id', 'name']).execute();
  const accounts = new Map(users.map(({ id, name }) => [name, id]));
  const employed = new Map<string, number>();
  for (const [index, { name, job, department, under, emergency }] of staff.entries()) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    const [emergency_name, emergency_relation, emergency_phone] = emergency;
    const { id } = await asActor(tx, actor, duringWork(day, index), ctx =>
      createEmployee(ctx, {
        name,
        job_title: job,
        department,
        manager_id: under === undefined ? null : (employed.get(under) ?? null),
        user_id: accounts.get(name) ?? null,
        email: `${first}.${last}@harbourvale.example`,
        phone: `01632 9602${10 + index}`,
        emergency_name,
        emergency_relation,
        emergency_phone,
      }),
    );
    employed.set(name, id);
  }
  return employed;
}

/** A driver goes on leave, a colleague leaves, and the hours of the last two weeks are entered. */
export function working(employed: Employed, actor: Actor, today: CalendarDate): Step[] {
  const id = (name: string) => employed.get(name) ?? 0;
  const step = (day: CalendarDate, minutes: number, live: Step['live']): Step => ({
    at: duringWork(day, minutes),
    actor,
    live,
  });
  const leaves = nextWorkday(addDays(today, -90));
  const away = nextWorkday(addDays(today, -9));
  const days = Array.from({ length: 14 }, (_, index) => addDays(today, index - 14)).filter(isWorkday);
  return [
    step(leaves, 500, async ctx => {
      await changeStatus(ctx, id('Toby Wren'), {
        step: 'leave',
        on: leaves,
        reason: 'New job closer to home',
      });
    }),
    step(away, 20, async ctx => {
      await changeStatus(ctx, id('Nell Sugden'), {
        step: 'go_on_leave',
        on: away,
        until: addDays(away, 21),
        reason: 'Annual leave',
      });
    }),
    ...days.flatMap((day, index) =>
      ['Dev Patel', 'Owen Pritchard'].map((name, person) =>
        step(day, 545 + person, async ctx => {
          await addTimeEntry(ctx, {
            employee_id: id(name),
            clocked_in_at: at(day, '08', 24 + ((index * 7 + person * 5) % 11)),
            clocked_out_at: at(day, '16', 58 - ((index * 5 + person * 3) % 13)),
            reason: 'From the paper timesheet',
          });
        }),
      ),
    ),
  ];
}

const at = (day: CalendarDate, hour: string, minute: number): Date =>
  londonInstant(`${day}T${hour}:${String(minute).padStart(2, '0')}`) ?? duringWork(day, 0);
