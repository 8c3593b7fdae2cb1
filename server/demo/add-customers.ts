import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { createCustomer, mergeCustomers } from '../features/customers';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { asActor } from '../kernel/audit';
import { duringWork, nextWorkday } from './calendar';
import { demoCustomers, demoDuplicate } from './demo-customers';

/** Customers are added over the first months; one is entered twice, found and merged a week later. */
export async function addCustomers(tx: Tx, actor: Actor, from: CalendarDate): Promise<void> {
  const ids = new Map<string, number>();
  for (const [n, customer] of demoCustomers.entries()) {
    const day = nextWorkday(addDays(from, n < 8 ? 3 : n * 9));
    const { id } = await asActor(tx, actor, duringWork(day, 20 + n), ctx => createCustomer(ctx, customer));
    ids.set(customer.name, id);
  }
  const seen = nextWorkday(addDays(from, 300));
  const twin = await asActor(tx, actor, duringWork(seen, 90), ctx => createCustomer(ctx, demoDuplicate));
  const kept = ids.get('Alice Fenwick') ?? 0;
  await asActor(tx, actor, duringWork(nextWorkday(addDays(seen, 7)), 30), ctx =>
    mergeCustomers(ctx, kept, { other_id: twin.id }),
  );
}
