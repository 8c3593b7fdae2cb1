import { newClientId } from '../../../platform/client-id';
import { wipeOldTillData, wipeTillData } from '../../../platform/till-data';
import { encrypt, isStoredRecord, makeDeviceKey, type DeviceKey } from '../engine/stored-record';
import { isUnsent, type QueuedSale } from '../engine/queue';
import {
  currentKey,
  device,
  type EncryptedStore,
  encryptedStores,
  finished,
  openDatabase,
  placeOf,
  type RecordKey,
  settledRequest,
  strict,
  type Write,
} from './database';
import { unsentInClear } from './unsent';

/** Who has used the data on this device. */
const people = 'people';

/**
 * Prepares the storage of this device for a user: a key, nothing in clear, and nothing of someone else who has not
 * signed out. Cashiers who take over by PIN share what is stored.
 */
export async function prepareStorage(userId: number): Promise<void> {
  await wipeOldTillData();
  const known = await device.read<readonly number[]>('kept', people);
  if (known && !known.includes(userId)) await wipeTillData();
  await ensureKey();
  await noteUser(userId);
}

/** The user works with what is stored from now on. */
export async function noteUser(userId: number): Promise<void> {
  const known = (await device.read<readonly number[]>('kept', people)) ?? [];
  if (!known.includes(userId)) await device.write({ store: 'kept', key: people, value: [...known, userId] });
}

/**
 * Makes the key of this device unless there is one. In the same transaction what an earlier version stored in clear is
 * encrypted, and what a lost key encrypted is removed. Browsers encrypt only over https: without it what stood in clear
 * is removed, except for unsent sales. Returns whether it has made one.
 */
export async function ensureKey(): Promise<boolean> {
  if (await currentKey()) return false;
  const key = await newKey();
  const { writes, isEmpty } = await rewritten(key);
  if (!key && isEmpty) return false;
  const database = await openDatabase();
  const transaction = database.transaction(
    [...encryptedStores, 'plain', 'unsent', 'key'],
    'readwrite',
    strict,
  );
  const done = finished(transaction);
  const other = await settledRequest(transaction.objectStore('key').get('device'));
  if (other === undefined) {
    for (const store of encryptedStores) transaction.objectStore(store).clear();
    for (const { store, key: name, value } of writes) transaction.objectStore(store).put(value, name);
    if (key) transaction.objectStore('key').put(key, 'device');
  }
  await done;
  return key !== undefined && other === undefined;
}

/** Undefined where the browser cannot make one, or not keep it. */
async function newKey(): Promise<DeviceKey | undefined> {
  if (!globalThis.isSecureContext || !('subtle' in crypto)) return undefined;
  try {
    const key = await makeDeviceKey(newClientId());
    structuredClone(key);
    return key;
  } catch {
    return undefined;
  }
}

async function rewritten(key: DeviceKey | undefined): Promise<{ writes: Write[]; isEmpty: boolean }> {
  const database = await openDatabase();
  const writes: Write[] = [];
  let isEmpty = true;
  for (const store of encryptedStores) {
    const entries = database.transaction(store).objectStore(store);
    const [names, values] = await Promise.all([
      settledRequest(entries.getAllKeys() as IDBRequest<RecordKey[]>),
      settledRequest(entries.getAll() as IDBRequest<unknown[]>),
    ]);
    for (const [at, value] of values.entries()) {
      isEmpty = false;
      // A key that the browser has lost: the server has it all, and unsent sales are sealed to it.
      if (isStoredRecord(value)) continue;
      writes.push(...(await moved({ store, name: names[at] ?? '', value }, key)));
    }
  }
  return { writes, isEmpty };
}

type Entry = { readonly store: EncryptedStore; readonly name: RecordKey; readonly value: unknown };

async function moved({ store, name, value }: Entry, key: DeviceKey | undefined): Promise<Write[]> {
  if (store === 'kept' && (name === 'device' || `${name}`.startsWith('series ')))
    return [{ store: 'plain', key: name, value }];
  if (store === 'kept' && name === 'events')
    return [{ store: 'plain', key: name, value: (value as StoredEvent[]).map(withoutNote) }];
  const kept: Write[] = key
    ? [{ store, key: name, value: await encrypt(key, value, placeOf(store, name)) }]
    : [];
  if (store !== 'queue' || !isUnsentBefore(value)) return kept;
  return [...kept, { store: 'unsent', key: name, value: unsentInClear(value) }];
}

/** An event of the till in the format of earlier versions: its note names a product. */
type StoredEvent = { readonly key: string; readonly sessionId: number; readonly amount: string };
const withoutNote = ({ key, sessionId, amount }: StoredEvent) => ({ key, sessionId, amount });

/** The format of the earliest version had refused sales, which are unsent too. */
const isUnsentBefore = (value: unknown): value is QueuedSale =>
  isUnsent(value as QueuedSale) || (value as { status?: string }).status === 'refused';
