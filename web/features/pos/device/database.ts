import { tillDatabase } from '../../../platform/till-data';
import { decrypt, type DeviceKey, encrypt, isStoredRecord, type StoredRecord } from '../engine/stored-record';

/** Encrypted on this device: what the till needs of catalogue and customers, baskets, and receipts of paid sales. */
export const encryptedStores = ['kept', 'products', 'customers', 'queue'] as const;
export type EncryptedStore = (typeof encryptedStores)[number];

/**
 * The till's local database. `plain` holds what the device needs to be itself: its id, its receipt numbers and what the
 * server said of it. `unsent` holds paid sales, sealed to the server.
 */
export type StoreName = EncryptedStore | 'plain' | 'unsent';

/** The keys of these stores. */
export type RecordKey = string | number;

export type Write = {
  readonly store: StoreName;
  readonly key: RecordKey;
  /** Undefined deletes the entry. */
  readonly value: unknown;
};

export type Device = {
  readonly read: <T>(store: StoreName, key: RecordKey) => Promise<T | undefined>;
  readonly readAll: <T>(store: StoreName) => Promise<T[]>;
  readonly keysOf: (store: StoreName) => Promise<readonly RecordKey[]>;
  /** One after the other, so that others get their turn in between; undefined for what cannot be read. */
  readonly readEach: <T>(store: StoreName) => AsyncIterable<T | undefined>;
  /** All or nothing. Resolves once the data is on disk, not just in memory. */
  readonly write: (...writes: readonly Write[]) => Promise<void>;
  /** Returns the stored value, or stores and returns the given one. Concurrent calls get the same value. */
  readonly readOrKeep: <T>(store: 'plain', key: RecordKey, value: T) => Promise<T>;
  readonly empty: (store: StoreName) => Promise<void>;
};

const allStores = [...encryptedStores, 'plain', 'unsent', 'key'] as const;
export const placeOf = (store: StoreName, key: RecordKey): string => `${store} ${key}`;

export const isEncrypted = (store: StoreName): store is EncryptedStore =>
  (encryptedStores as readonly StoreName[]).includes(store);

export const settledRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The device could not read its storage')),
    );
  });

export const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    const fail = () => reject(transaction.error ?? new Error('The device could not write to its storage'));
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });

let opened: Promise<IDBDatabase> | undefined;

export function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(tillDatabase, 2);
    request.addEventListener('upgradeneeded', () => {
      // What an earlier version stored in clear is encrypted by `prepareStorage`.
      for (const name of allStores)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    });
    request.addEventListener('success', () => {
      // Close, so that a newer version in another tab is not blocked.
      request.result.addEventListener('versionchange', () => {
        request.result.close();
        opened = undefined;
      });
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('The device has no storage')));
  });
  return opened;
}

// With the default 'relaxed' durability a power cut would lose the last sale.
export const strict = { durability: 'strict' } as const;

/** The key of this device; undefined without https, or once signing out has removed it. */
export async function currentKey(): Promise<DeviceKey | undefined> {
  const database = await openDatabase();
  return settledRequest(
    database.transaction('key').objectStore('key').get('device') as IDBRequest<DeviceKey | undefined>,
  );
}

/** Without a key nothing but unsent sales is written: what would be encrypted stays in memory, until the page closes. */
const memory = new Map<StoreName, Map<RecordKey, unknown>>();
const inMemory = (store: StoreName): Map<RecordKey, unknown> => {
  const entries = memory.get(store) ?? new Map<RecordKey, unknown>();
  memory.set(store, entries);
  return entries;
};

const opening = async <T>(key: DeviceKey, value: unknown, place: string): Promise<T | undefined> =>
  isStoredRecord(value) ? decrypt<T>(key, value, place) : undefined;

function keepInMemory(writes: readonly Write[]): void {
  for (const { store, key, value } of writes.filter(write => isEncrypted(write.store))) {
    if (value === undefined) inMemory(store).delete(key);
    else inMemory(store).set(key, value);
  }
}

/** The writes as they go to disk. Memory takes the others. */
async function prepared(writes: readonly Write[]): Promise<Write[]> {
  const key = writes.some(({ store }) => isEncrypted(store)) ? await currentKey() : undefined;
  const onDisk = writes.map(async write => {
    const { store, key: name, value } = write;
    if (!isEncrypted(store) || value === undefined) return write;
    return key ? { store, key: name, value: await encrypt(key, value, placeOf(store, name)) } : null;
  });
  if (!key) keepInMemory(writes);
  return (await Promise.all(onDisk)).filter(write => write !== null);
}

async function* readEach<T>(store: StoreName): AsyncIterable<T | undefined> {
  const key = isEncrypted(store) ? await currentKey() : undefined;
  if (isEncrypted(store) && !key) {
    yield* inMemory(store).values() as Iterable<T>;
    return;
  }
  const database = await openDatabase();
  const entries = database.transaction(store).objectStore(store);
  const [names, values] = await Promise.all([
    settledRequest(entries.getAllKeys() as IDBRequest<RecordKey[]>),
    settledRequest(entries.getAll() as IDBRequest<unknown[]>),
  ]);
  for (const [at, value] of values.entries())
    yield key ? await opening<T>(key, value, placeOf(store, names[at] ?? '')) : (value as T);
}

export const device: Device = {
  read: async <T>(store: StoreName, name: RecordKey) => {
    const database = await openDatabase();
    const key = isEncrypted(store) ? await currentKey() : undefined;
    if (isEncrypted(store) && !key) return inMemory(store).get(name) as T | undefined;
    const value = await settledRequest(
      database.transaction(store).objectStore(store).get(name) as IDBRequest<StoredRecord | T | undefined>,
    );
    return key ? opening<T>(key, value, placeOf(store, name)) : (value as T | undefined);
  },
  readAll: async <T>(store: StoreName) => {
    const all: T[] = [];
    for await (const value of readEach<T>(store)) if (value !== undefined) all.push(value);
    return all;
  },
  readEach,
  keysOf: async store => {
    if (isEncrypted(store) && !(await currentKey())) return [...inMemory(store).keys()];
    const database = await openDatabase();
    return settledRequest(
      database.transaction(store).objectStore(store).getAllKeys() as IDBRequest<RecordKey[]>,
    );
  },
  write: async (...writes) => {
    const onDisk = await prepared(writes);
    // A transaction over no store throws.
    if (onDisk.length === 0) return;
    const database = await openDatabase();
    const names = new Set<string>(onDisk.map(({ store }) => store));
    const needsKey = onDisk.some(({ store }) => isEncrypted(store));
    const transaction = database.transaction([...names, ...(needsKey ? ['key'] : [])], 'readwrite', strict);
    const done = finished(transaction);
    // Signing out removes the key, perhaps while this was encrypted: then nothing of it comes back to the disk.
    const isWiped =
      needsKey && (await settledRequest(transaction.objectStore('key').getKey('device'))) === undefined;
    if (isWiped) keepInMemory(writes);
    for (const { store, key, value } of onDisk) {
      if (isWiped && isEncrypted(store)) continue;
      if (value === undefined) transaction.objectStore(store).delete(key);
      else transaction.objectStore(store).put(value, key);
    }
    return done;
  },
  readOrKeep: async <T>(store: 'plain', key: RecordKey, value: T) => {
    const database = await openDatabase();
    const transaction = database.transaction(store, 'readwrite', strict);
    const entries = transaction.objectStore(store);
    const done = finished(transaction);
    const stored = await settledRequest(entries.get(key) as IDBRequest<T | undefined>);
    if (stored === undefined) entries.put(value, key);
    await done;
    return stored ?? value;
  },
  empty: async store => {
    inMemory(store).clear();
    const database = await openDatabase();
    const transaction = database.transaction(store, 'readwrite', strict);
    transaction.objectStore(store).clear();
    return finished(transaction);
  },
};
