/** The till's local database: catalogue, customers, baskets and unsent sales. */
export type StoreName = 'kept' | 'products' | 'customers' | 'queue';

export type Write = {
  readonly store: StoreName;
  readonly key: IDBValidKey;
  /** Undefined deletes the entry. */
  readonly value: unknown;
};

export type Device = {
  readonly read: <T>(store: StoreName, key: IDBValidKey) => Promise<T | undefined>;
  readonly readAll: <T>(store: StoreName) => Promise<T[]>;
  /** All or nothing. Resolves once the data is on disk, not just in memory. */
  readonly write: (...writes: readonly Write[]) => Promise<void>;
  /** Returns the stored value, or stores and returns the given one. Concurrent calls get the same value. */
  readonly readOrKeep: <T>(store: StoreName, key: IDBValidKey, value: T) => Promise<T>;
  readonly empty: (store: StoreName) => Promise<void>;
};

const stores: readonly StoreName[] = ['kept', 'products', 'customers', 'queue'];

const settledRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The device could not read its storage')),
    );
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    const fail = () => reject(transaction.error ?? new Error('The device could not write to its storage'));
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('counterfoil-till', 1);
    request.addEventListener('upgradeneeded', () => {
      for (const name of stores) request.result.createObjectStore(name);
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
const strict = { durability: 'strict' } as const;

export const device: Device = {
  read: async <T>(store: StoreName, key: IDBValidKey) => {
    const database = await open();
    return settledRequest(
      database.transaction(store).objectStore(store).get(key) as IDBRequest<T | undefined>,
    );
  },
  readAll: async <T>(store: StoreName) => {
    const database = await open();
    return settledRequest(database.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>);
  },
  write: async (...writes) => {
    // A transaction over no store throws.
    if (writes.length === 0) return;
    const database = await open();
    const names = [...new Set(writes.map(({ store }) => store))];
    const transaction = database.transaction(names, 'readwrite', strict);
    for (const { store, key, value } of writes) {
      if (value === undefined) transaction.objectStore(store).delete(key);
      else transaction.objectStore(store).put(value, key);
    }
    return finished(transaction);
  },
  readOrKeep: async <T>(store: StoreName, key: IDBValidKey, value: T) => {
    const database = await open();
    const transaction = database.transaction(store, 'readwrite', strict);
    const entries = transaction.objectStore(store);
    const done = finished(transaction);
    const stored = await settledRequest(entries.get(key) as IDBRequest<T | undefined>);
    if (stored === undefined) entries.put(value, key);
    await done;
    return stored ?? value;
  },
  empty: async store => {
    const database = await open();
    const transaction = database.transaction(store, 'readwrite', strict);
    transaction.objectStore(store).clear();
    return finished(transaction);
  },
};
