/** A key of this browser: it can be used here, but its bytes cannot be read. */
export type DeviceKey = { readonly id: string; readonly key: CryptoKey };

/** A value as it is stored on the device. */
export type StoredRecord = {
  readonly keyId: string;
  readonly nonce: Uint8Array;
  readonly bytes: ArrayBuffer;
};

export const makeDeviceKey = async (id: string): Promise<DeviceKey> => ({
  id,
  key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
});

export const isStoredRecord = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'keyId' in value && 'bytes' in value;

/** Encrypts a value. `place` says where it is stored, so that no record can stand in for another. */
export async function encrypt({ id, key }: DeviceKey, value: unknown, place: string): Promise<StoredRecord> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(place) },
    key,
    encoder.encode(textOf(value)),
  );
  return { keyId: id, nonce, bytes };
}

/** The value; undefined when another key or place encrypted it, or it was altered. */
export async function decrypt<T>(
  { id, key }: DeviceKey,
  record: StoredRecord,
  place: string,
): Promise<T | undefined> {
  if (record.keyId !== id) return undefined;
  try {
    const nonce = new Uint8Array(record.nonce);
    const bytes = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(place) },
      key,
      record.bytes,
    );
    return valueOf(decoder.decode(bytes)) as T;
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const dateMark = '\u0001date ';

/** JSON, in which dates stay dates. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, function mark(this: Record<string, unknown>, name: string, found: unknown) {
    const own = this[name];
    return own instanceof Date ? dateMark + own.toISOString() : found;
  });

// Most records have no dates, and reading tens of thousands of rows through a reviver takes a while.
const valueOf = (text: string): unknown =>
  text.includes(escapedMark)
    ? JSON.parse(text, (_name, found: unknown) =>
        typeof found === 'string' && found.startsWith(dateMark)
          ? new Date(found.slice(dateMark.length))
          : found,
      )
    : JSON.parse(text);
const escapedMark = JSON.stringify(dateMark).slice(1, -1);
