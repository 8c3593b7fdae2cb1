import { expect, test } from 'vitest';
import { decrypt, encrypt, isStoredRecord, makeDeviceKey } from './stored-record';

const customers = {
  asOf: '2026-11-25T09:00:00.000Z',
  customers: [{ id: 1, name: 'Ada Byrne', phone: null, price_group_id: 3, has_credit: true }],
};

test('F46 a record is the same value again, with its dates', async () => {
  const key = await makeDeviceKey('one');
  const value = {
    sold_at: new Date('2026-11-25T10:30:00Z'),
    nested: [{ at: new Date(0) }],
    text: '2026-11-25',
  };
  for (const each of [value, customers, [], 'text', 7, false, null])
    expect(await decrypt(key, await encrypt(key, each, 'kept x'), 'kept x')).toEqual(each);
});

test('F46 a record reveals nothing, and its key cannot be taken away', async () => {
  const key = await makeDeviceKey('one');
  const record = await encrypt(key, customers, 'customers all');
  expect(Buffer.from(record.bytes).toString('latin1')).not.toContain('Ada');
  expect(isStoredRecord(record)).toBe(true);
  for (const clear of [customers, null, undefined, 'text', { bytes: 1 }])
    expect(isStoredRecord(clear)).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key.key)).rejects.toThrow();
});

test('F46 a record that was altered, moved or encrypted with another key is not there', async () => {
  const key = await makeDeviceKey('one');
  const record = await encrypt(key, customers, 'customers all');
  const altered = new Uint8Array(record.bytes.slice(0));
  altered[20] = (altered[20] ?? 0) ^ 1;
  expect(await decrypt(key, { ...record, bytes: altered.buffer }, 'customers all')).toBeUndefined();
  expect(await decrypt(key, record, 'customers some')).toBeUndefined();
  expect(await decrypt(await makeDeviceKey('two'), record, 'customers all')).toBeUndefined();
  // The same name, but another key.
  expect(await decrypt(await makeDeviceKey('one'), record, 'customers all')).toBeUndefined();
});
