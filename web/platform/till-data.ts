/**
 * Removal of what a till keeps in this browser (finding F46). It is here, apart from the till, because signing out and
 * a long absence remove it on any page, without loading the till.
 */
export const tillDatabase = 'counterfoil-till';

/**
 * The token of the user who signed in on this device with a password. A cashier who signs out returns the till to them.
 */
export const deviceToken = 'till-device-token';

/** The signed-in user as the service worker keeps it. */
const userCache = 'till-user';
const deadline = 'till-data-until';
const removed = 'till-data-removed';
const unanswered = 'till-unanswered';

/** Without the key nothing is readable. Unsent sales are elsewhere, sealed, and stay. */
const wipedStores = ['key', 'kept', 'products', 'customers', 'queue'];
/** In the database of an earlier version `kept` and `queue` also hold what must stay. */
const wipedBefore = ['products', 'customers'];

let wiping: Promise<number> = Promise.resolve(0);

/** Notes how many requests of this till wait for an answer, for signing out on pages that do not load the till. */
export function noteUnanswered(count: number): void {
  if (count === 0) localStorage.removeItem(unanswered);
  else localStorage.setItem(unanswered, String(count));
}

/** Whether signing out would remove requests that may have been recorded. */
export const hasUnanswered = (): boolean => localStorage.getItem(unanswered) !== null;

/** Removes everything but unsent sales. Returns how many of these stay. */
export function wipeTillData(): Promise<number> {
  localStorage.removeItem(deadline);
  localStorage.removeItem(unanswered);
  sessionStorage.removeItem(deviceToken);
  wiping = wipe().catch(() => 0);
  return wiping;
}

/** Keeps the data of this till until then, in milliseconds. */
export const keepTillDataUntil = (time: number): void => localStorage.setItem(deadline, String(time));

/** Removes the data of a till that has not reached the server for too long. Resolves once no removal is under way. */
export async function wipeOldTillData(now = Date.now()): Promise<void> {
  const until = Number(localStorage.getItem(deadline) ?? Infinity);
  if (now > until) {
    localStorage.setItem(removed, 'yes');
    void wipeTillData();
  }
  await wiping;
}

/** Whether data was removed because of a long absence; it is said once. */
export function wasWipedAsOld(): boolean {
  const was = localStorage.getItem(removed) !== null;
  localStorage.removeItem(removed);
  return was;
}

async function wipe(): Promise<number> {
  if ('caches' in window) await caches.delete(userCache);
  const database = await openExisting();
  if (!database) return 0;
  const has = (name: string) => database.objectStoreNames.contains(name);
  const names = has('unsent') ? [...wipedStores, 'unsent'] : wipedBefore;
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' });
  const unsent = has('unsent') ? transaction.objectStore('unsent').count() : null;
  for (const name of names) if (name !== 'unsent') transaction.objectStore(name).clear();
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', reject);
  });
  database.close();
  return unsent?.result ?? 0;
}

const openExisting = (): Promise<IDBDatabase | null> =>
  new Promise(resolve => {
    const opening = indexedDB.open(tillDatabase);
    // There is none, and none is to be made.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => resolve(null));
  });
