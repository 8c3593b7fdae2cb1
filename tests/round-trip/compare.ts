import type { Json } from './distinct-values';

/** The value at a dotted path: `supplier.id`, `lines.0.note`. For a list without an index, the value of each entry. */
export function valueAt(record: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  if (Array.isArray(record) && !/^\d+$/.test(first)) return record.map(entry => valueAt(entry, path));
  const value = isRecord(record) ? record[first] : undefined;
  return rest.length === 0 ? value : valueAt(value, rest.join('.'));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Where a reply shows a field, unless the list of records says otherwise. */
export function shownValue(record: unknown, field: string): unknown {
  const own = valueAt(record, field);
  if (own !== undefined) return own;
  if (field === 'price_group_id')
    return valueAt(record, 'price_group.id') ?? valueAt(record, 'group.id') ?? null;
  const reference = /^(.*)_id(s?)$/.exec(field);
  if (!reference) return undefined;
  return reference[2]
    ? valueAt(valueAt(record, plural(reference[1] ?? '')), 'id')
    : valueAt(record, `${reference[1]}.id`);
}

const plural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** Whether a reply contains everything that was sent; it may contain more. */
export function shows(shown: unknown, sent: Json): boolean {
  if (isSet(sent) && isSet(shown)) return inOneOrder(sent) === inOneOrder(shown);
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) &&
      shown.length === sent.length &&
      sent.every((entry, at) => shows(shown[at], entry as Json))
    );
  if (typeof sent === 'object' && sent !== null)
    return (
      typeof shown === 'object' &&
      shown !== null &&
      Object.entries(sent).every(([name, value]) => shows(shownValue(shown, name), value))
    );
  if (shown === sent || (sent === null && shown === undefined)) return true;
  // A reply names the account or record for which the body has only a code or id.
  return valueAt(shown, 'code') === sent || (typeof sent === 'number' && valueAt(shown, 'id') === sent);
}

/** Permissions, tags and ids have no order. */
const isSet = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every(one => typeof one !== 'object');

const inOneOrder = (values: readonly (string | number)[]): string =>
  values
    .map(String)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
