import { countOf } from '../kernel/count-of';
import { calendarDate, formatDate, formatMoment, instant } from '../kernel/dates';
import { formatPounds, toPence } from '../kernel/money';
import { sizeInWords } from '../kernel/size-in-words';
import { formatUnitCost, toUnitCost } from '../kernel/unit-cost';
import { sentenceCase } from './activity-words';
import { choiceWords, labelOf } from './history-choices';
import { type FactFormat, type HistoryField, historyFields, type Reference } from './history-fields';
import { keepsParameters, parameterFields, parameterWords } from './history-parameters';

type Facts = Readonly<Record<string, unknown>> | null;
/** The name of a record that a fact refers to by id; null if it no longer exists. */
export type NameOf = (reference: Reference, id: number) => string | null;

type Entry = { before: Facts; after: Facts; record_type?: string };
/** What the facts are of: the same code may have another label on another kind of record. */
type Reading = { readonly nameOf: NameOf; readonly recordType: string | undefined };

/** One fact in words: its value before and after, and both as a sentence. */
export type HistoryChange = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly words: string;
};

/** An audit entry in words, without field names, ids, hashes or JSON (F85). */
export function historyChanges(entry: Entry, nameOf: NameOf): HistoryChange[] {
  const reading = { nameOf, recordType: entry.record_type };
  const before = factsOf(entry.before, reading);
  const after = factsOf(entry.after, reading);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap(name => {
    const [was, is] = [before.get(name), after.get(name)];
    const one = is ?? was;
    if (!one) return [];
    // A blank fact on one side says nothing; equal facts on both sides mean no change.
    if ((was?.words ?? null) === (is?.words ?? null)) return [];
    const change = { label: one.label, before: was?.words ?? null, after: is?.words ?? null };
    return [{ ...change, words: sentenceOf(change, one.isSet || (was !== undefined && is !== undefined)) }];
  });
}

function sentenceOf({ label, before, after }: Omit<HistoryChange, 'words'>, isSet: boolean): string {
  if (before !== null && after !== null) return `${label} changed from ${before} to ${after}`;
  if (!isSet) return `${label}: ${after ?? before}`;
  return after === null ? `${label} cleared (was ${before})` : `${label} set to ${after}`;
}

type Fact = { readonly label: string; readonly words: string | null; readonly isSet: boolean };

/** Facts by path, including nested ones: "Card: accepted". */
function factsOf(facts: Facts, reading: Reading, path = '', group = ''): Map<string, Fact> {
  const found = new Map<string, Fact>();
  for (const [name, value] of Object.entries(facts ?? {})) {
    const field = fieldOf(name, value, reading);
    if (field.format === 'hidden') continue;
    const label = group ? `${group}: ${lowered(field.label)}` : field.label;
    const isParameters = name === 'params' && keepsParameters(reading.recordType);
    if (isObject(value) && field.format !== 'pieces')
      for (const [inner, fact] of factsOf(value, reading, `${path}${name}.`, isParameters ? group : label))
        found.set(inner, fact);
    else
      found.set(`${path}${name}`, {
        label,
        words: factWords(name, field, value, reading),
        isSet: field.isSet === true || path.endsWith('params.'),
      });
  }
  return found;
}

const lowered = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Payment method settings are keyed by method, and counts by stock code. */
function fieldOf(name: string, value: unknown, { recordType }: Pick<Reading, 'recordType'>): HistoryField {
  const declared = declaredField(name, recordType);
  if (declared) return declared;
  if (isObject(value)) return { label: choiceWords('method', name) };
  if (name.startsWith('cost of ')) return { label: sentenceCase(name), format: 'money' };
  return isOurName(name) && /_|^[a-z]+$/.test(name) ? guessed(name) : { label: name };
}

/** What is known of a fact; the same name may mean something else in the parameters of an address. */
export const declaredField = (name: string, recordType: string | undefined): HistoryField | undefined =>
  [...(keepsParameters(recordType) ? [parameterFields] : []), historyFields].find(fields =>
    Object.hasOwn(fields, name),
  )?.[name];

const guessed = (name: string): HistoryField =>
  name.endsWith('_pence')
    ? { label: sentenceCase(name.replace(/_pence$/, '')), format: 'money' }
    : { label: sentenceCase(name.replace(/_id$/, '')) };

/** A name from the code, not a stock code or column heading. */
export const isOurName = (name: string): boolean => /^[a-z]+(?:_[a-z0-9]+)*$/.test(name);

/** Fact names without a label, found by running the tests with CHECK_HISTORY_WORDS=1 (F85). */
export const namesWithoutWords = (facts: Facts): string[] =>
  Object.entries(facts ?? {}).flatMap(([name, value]) => [
    ...(isOurName(name) && !Object.hasOwn(historyFields, name) && !isObject(value) ? [name] : []),
    ...(isObject(value) && name !== 'pieces' ? namesWithoutWords(value) : []),
  ]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function factWords(name: string, field: HistoryField, value: unknown, reading: Reading): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) {
    const all = value.map(item => factWords(name, field, item, reading)).filter(words => words !== null);
    return all.length === 0 ? null : all.join(', ');
  }
  if (isObject(value) && field.format === 'pieces') return piecesWords(value);
  if (isObject(value))
    return [...factsOf(value, readingOf(value, reading)).values()]
      .filter(({ words }) => words !== null)
      .map(fact => `${lowered(fact.label)} ${fact.words}`)
      .join(' ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return formatMoment(value);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return formatted(name, field.format, value, reading);
}

/** What a basket needed approval for has a kind of its own: the reason of cash paid out is the cashier's text, for instance. */
const readingOf = ({ kind }: Record<string, unknown>, reading: Reading): Reading =>
  reading.recordType === 'basket' && typeof kind === 'string' ? { ...reading, recordType: kind } : reading;

const piecesWords = (pieces: Record<string, unknown>): string =>
  Object.entries(pieces)
    .map(([pence, count]) => `${String(count)} × ${formatPounds(toPence(Number(pence)))}`)
    .join(', ');

/** A day or an instant. Users' texts may look like one and be none, such as the bill number 2026-13-01. */
const looksLikeTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/;
function timeInWords(text: string): string | null {
  if (!looksLikeTime.test(text)) return null;
  if (calendarDate.safeParse(text).success) return formatDate(text);
  const { data } = instant.safeParse(text);
  return data ? formatMoment(data) : null;
}

function formatted(
  name: string,
  format: FactFormat | undefined,
  value: string | number,
  { nameOf, recordType }: Reading,
): string | null {
  const time = typeof value === 'string' ? timeInWords(value) : null;
  if (time !== null) return time;
  if (typeof value === 'string' && keepsParameters(recordType) && Object.hasOwn(parameterFields, name))
    return parameterWords(name, value, typeof format === 'object' ? id => nameOf(format.ref, id) : undefined);
  if (typeof format === 'object') return typeof value === 'number' ? nameOf(format.ref, value) : value;
  return format === undefined || format === 'hidden'
    ? plain(value)
    : writers[format](value, name, recordType);
}

/** Hashes and technical ids are not shown. */
const unreadable = /^(?:[0-9a-f]{40,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const plain = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString('en-GB') : unreadable.test(value) ? null : value;

const isDecimal = /^-?\d+(?:\.\d+)?$/;
const isPounds = /^-?\d{1,12}(?:\.\d{1,6})?$/;
type Format = Extract<FactFormat, string>;
type Writer = (value: string | number, name: string, recordType: string | undefined) => string;
const writers: Readonly<Record<Exclude<Format, 'hidden'>, Writer>> = {
  money: value =>
    typeof value === 'number'
      ? formatPounds(toPence(value))
      : isPounds.test(value)
        ? poundsWords(value)
        : value,
  percent: value => (isDecimal.test(String(value)) ? `${Number(value)}%` : String(value)),
  choice: (value, name, recordType) => choiceWords(name, String(value), recordType),
  permission: value => sentenceCase(String(value)),
  tender: value => String(value).replace(/^[a-z_]+/, method => choiceWords('tenders', method)),
  price_at_end: value =>
    String(value).replace(/ -?\d{1,12}(?:\.\d{1,6})?$/, price => ` ${poundsWords(price.trim())}`),
  days: value => countOf(Number(value), 'day'),
  minutes: value => countOf(Number(value), 'minute'),
  hours: value => `${String(value).padStart(2, '0')}:00`,
  text: (value, name, recordType) =>
    labelOf(name, String(value), recordType) ??
    (/^[a-z]+(?:_[a-z]+)+$/.test(String(value)) ? sentenceCase(String(value)) : String(value)),
  pieces: String,
  bytes: value => (typeof value === 'number' ? sizeInWords(value) : value),
};

/** Unit costs keep their decimals (rule M3). */
const poundsWords = (text: string): string =>
  `${text.startsWith('-') ? '−' : ''}${formatUnitCost(toUnitCost(text.replace('-', '')))}`;
