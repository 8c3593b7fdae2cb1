import type { ReplyOf } from '#domain/kernel/call';
import { pos, type TillCustomer } from '#domain/pos/pos.contract';
import { request } from '../../../platform/api';
import { fold, wordsOf } from '../engine/folded-text';
import { device } from './database';

type Kept = { readonly asOf: string; readonly customers: readonly TillCustomer[] };
type Page = ReplyOf<typeof pos.customers>;

let known: Kept | undefined;
let texts: readonly string[] = [];

const take = (kept: Kept) => {
  known = kept;
  texts = kept.customers.map(({ name, number, phone, postcode }) =>
    fold(`${name} ${number} ${phone ?? ''} ${phone?.replaceAll(/\D/g, '') ?? ''} ${postcode ?? ''}`),
  );
};

/** Customers are stored only for users who may view them, and removed for everyone else. */
export async function startCustomers(canView: boolean): Promise<void> {
  if (!canView) {
    known = undefined;
    texts = [];
    return device.empty('customers');
  }
  const kept = known ?? (await device.read<Kept>('customers', 'all'));
  if (kept) take(kept);
  await refreshCustomers().catch(() => undefined);
}

async function refreshCustomers(): Promise<void> {
  const { total, asOf, changed, removed } = await fetchChanges(known?.asOf);
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  let customers = [...(known?.customers ?? []).filter(({ id }) => !gone.has(id)), ...changed];
  let until = asOf;
  if (customers.length !== total) {
    const everything = await fetchChanges(undefined);
    customers = everything.changed;
    until = everything.asOf;
  }
  customers.sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
  take({ asOf: until, customers });
  await device.write({ store: 'customers', key: 'all', value: known });
}

async function fetchChanges(since: string | undefined) {
  const changed: TillCustomer[] = [];
  const removed: number[] = [];
  let after: number | null = null;
  let first: Page | undefined;
  do {
    const page: Page = await request(pos.customers, {
      query: { ...(since ? { since } : {}), ...(after === null ? {} : { after: String(after) }) },
      shownInPlace: true,
    });
    first ??= page;
    changed.push(...page.customers);
    removed.push(...page.removed);
    after = page.next;
  } while (after !== null);
  return { total: first.total, asOf: first.as_of.toISOString(), changed, removed };
}

/** Searches by parts of the name, number, phone or postcode. */
export function searchCustomers(text: string, most = 12): TillCustomer[] {
  const wanted = wordsOf(text);
  const found: TillCustomer[] = [];
  for (const [at, customer] of (known?.customers ?? []).entries()) {
    const candidate = texts[at] ?? '';
    if (wanted.every(word => candidate.includes(word))) found.push(customer);
    if (found.length === most) break;
  }
  return found;
}

export const customerById = (id: number): TillCustomer | undefined =>
  known?.customers.find(customer => customer.id === id);

/** Adds a customer created at the till to the local list at once. */
export function noteCustomer(customer: TillCustomer): void {
  if (known)
    take({ ...known, customers: [customer, ...known.customers.filter(({ id }) => id !== customer.id)] });
}
