import type { ReplyOf } from '#domain/kernel/call';
import { pos, type TillCustomer } from '#domain/pos/pos.contract';
import { request } from '../../../platform/api';
import { createStore } from '../../../platform/store';
import { fold, wordsOf } from '../engine/folded-text';
import { device } from './database';

type StoredCustomers = { readonly asOf: string; readonly customers: readonly TillCustomer[] };
type Page = ReplyOf<typeof pos.customers>;

/** Says that the customers are on this device, without reading them all. */
const mark = { store: 'kept', key: 'has customers' } as const;

/** Undefined until they are read, which a dialog that is open already waits for. */
export const customersHere = createStore<StoredCustomers | undefined>(undefined);
/** What is searched of each customer; made with the first search, because the till opens without it. */
let texts: readonly string[] | null = null;

const take = (stored: StoredCustomers | undefined) => {
  texts = null;
  customersHere.set(stored);
};

const customers = (): readonly TillCustomer[] => customersHere.get()?.customers ?? [];

const searchTexts = (): readonly string[] =>
  (texts ??= customers().map(({ name, number, phone, postcode }) =>
    fold(`${name} ${number} ${phone ?? ''} ${phone?.replaceAll(/\D/g, '') ?? ''} ${postcode ?? ''}`),
  ));

/** Whether this user's device keeps customers at all. */
let isKept = false;

/** Says at once whose till this is now, before anything is read for them. */
export function keepCustomers(canView: boolean): void {
  isKept = canView;
  if (!canView) take(undefined);
}

/** Customers are stored only for users who may view them, and removed for everyone else. */
export async function startCustomers(): Promise<void> {
  if (!isKept) {
    // What was being read for the user before may be about to be written.
    await refreshing;
    await device.write({ ...mark, value: undefined });
    return device.empty('customers');
  }
  const stored = customersHere.get() ?? (await device.read<StoredCustomers>('customers', 'all'));
  if (stored && isKept) take(stored);
  await refreshCustomers();
}

let lastRefresh = 0;
let refreshing: Promise<void> | undefined;

/** Fetches what the office has changed, unless that was done a moment ago. */
export function refreshCustomers(olderThan = 0): Promise<void> {
  if (!isKept || Date.now() - lastRefresh < olderThan) return Promise.resolve();
  refreshing ??= refresh()
    .then(() => {
      lastRefresh = Date.now();
    })
    .catch(() => undefined)
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** The server speaks of a change: what is under way may have been read before it, so the customers are fetched again. */
export const refreshCustomersAgain = (): Promise<void> =>
  (refreshing ?? Promise.resolve()).then(() => refreshCustomers());

const everyMinutes = 10;

/** Keeps the customers up to date while a till is open, as often as the catalogue. */
export function followCustomers(): () => void {
  const onFocus = () => document.visibilityState === 'visible' && void refreshCustomers(60_000);
  document.addEventListener('visibilitychange', onFocus);
  const timer = setInterval(() => void refreshCustomers(), everyMinutes * 60_000);
  return () => {
    document.removeEventListener('visibilitychange', onFocus);
    clearInterval(timer);
  };
}

/** Everything is fetched again when an earlier version has stored less of each customer. */
const knownUntil = (): string | undefined =>
  customers().every(customer => 'payment_terms_days' in customer) ? customersHere.get()?.asOf : undefined;

async function refresh(): Promise<void> {
  const { total, asOf, changed, removed } = await fetchChanges(knownUntil());
  const isStored = (await device.read<boolean>(mark.store, mark.key)) === true;
  // Another user may have taken over meanwhile, who may not see them.
  if (!isKept) return;
  const known = customersHere.get()?.customers;
  if (isStored && changed.length + removed.length === 0 && known?.length === total) {
    // Sorting and writing tens of thousands of customers would hold up the cashier for nothing.
    customersHere.set({ asOf, customers: known });
    return;
  }
  const replaced = new Set([...removed, ...changed.map(({ id }) => id)]);
  let all = [...customers().filter(({ id }) => !replaced.has(id)), ...changed];
  let until = asOf;
  if (all.length !== total) {
    const everything = await fetchChanges(undefined);
    all = everything.changed;
    until = everything.asOf;
    if (!isKept) return;
  }
  const stored = { asOf: until, customers: inNameOrder(all) };
  take(stored);
  await device.write({ store: 'customers', key: 'all', value: stored }, { ...mark, value: true });
}

/** Folds each name once, because a comparison happens hundreds of thousands of times. */
function inNameOrder(all: readonly TillCustomer[]): TillCustomer[] {
  const named = all.map(customer => ({ customer, name: fold(customer.name) }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ customer }) => customer);
}

async function fetchChanges(since: string | undefined) {
  const changed: TillCustomer[] = [];
  const removed: number[] = [];
  let after: number | null = null;
  let first: Page | undefined;
  do {
    const page: Page = await request(pos.customers, {
      query: { ...(since ? { since } : {}), ...(after === null ? {} : { after: String(after) }) },
      // Another user may take over at any moment, and may not see customers.
      isBackground: true,
    });
    first ??= page;
    changed.push(...page.customers);
    removed.push(...page.removed);
    after = page.next;
  } while (after !== null);
  return { total: first.total, asOf: first.as_of.toISOString(), changed, removed };
}

/** Searches by parts of the name, number, phone or postcode. */
export function searchCustomers(text: string, max = 12): TillCustomer[] {
  const words = wordsOf(text);
  const searched = searchTexts();
  const found: TillCustomer[] = [];
  for (const [at, customer] of customers().entries()) {
    const candidate = searched[at] ?? '';
    if (words.every(word => candidate.includes(word))) found.push(customer);
    if (found.length === max) break;
  }
  return found;
}

export const customerById = (id: number): TillCustomer | undefined =>
  customers().find(customer => customer.id === id);

/** Adds a customer created at the till to the local list at once. */
export function noteCustomer(customer: TillCustomer): void {
  const stored = customersHere.get();
  if (stored)
    take({ ...stored, customers: [customer, ...customers().filter(({ id }) => id !== customer.id)] });
}
