import { londonDate } from '#domain/kernel/dates';
import { contractFields, type SentValue, sentValues } from './contract-fields';
import type { Json } from './distinct-values';
import { type MoneyDocument, placesOf, reasonFor, type Route } from './money-document';

/** What rows and examples lack of their contract: a row for each field, and an example that sets it. */
export function contractProblems({ body }: Route, { examples, rows, alike = {} }: MoneyDocument): string[] {
  const fields = contractFields(body);
  const names = new Set(fields.map(({ name }) => name));
  const sent = examples.map(example => sentValues(example.body, names));
  const set = new Set(sent.flatMap(values => values.map(({ name }) => name)));
  return [
    ...fields
      .filter(({ name }) => !reasonFor(rows[name]) && placesOf(rows[name]).length === 0)
      .map(({ name }) => `${name} has no row`),
    ...[rows, ...examples.map(example => example.rows ?? {})]
      .flatMap(some => Object.keys(some))
      .filter(name => !names.has(name))
      .map(name => `${name} is not in the contract`),
    ...fields
      .filter(({ name }) => !set.has(name) && !reasonFor(rows[name]))
      .map(({ name }) => `${name} is not set by any example`),
    ...sent.flatMap(values => [
      ...repeated(
        values.filter(({ name }) => !alike[name]),
        fields,
      ),
      ...unsaid(values, fields),
    ]),
  ];
}

type Fields = ReturnType<typeof contractFields>;

/** Two fields of one example with the same value: each could stand where the other is read. */
function repeated(values: readonly SentValue[], fields: Fields): string[] {
  const choices = new Set(fields.filter(({ isChoice }) => isChoice).map(({ name }) => name));
  const seen = new Map<string, string>();
  return values.flatMap(({ name, value }) => {
    if (choices.has(name)) return [];
    const key = textOf(value);
    const earlier = seen.get(key);
    seen.set(key, name);
    return earlier === undefined ? [] : [`${name} has the value of ${earlier}: ${key}`];
  });
}

/** Values that the field would have if it was not sent: they prove nothing. */
function unsaid(values: readonly SentValue[], fields: Fields): string[] {
  const today = londonDate(new Date());
  const schemas = new Map(fields.map(({ name, schema }) => [name, schema]));
  const isDefault = ({ name, value }: SentValue): boolean => {
    const schema = schemas.get(name);
    const unsent: unknown = schema?.safeParse(undefined).data;
    return unsent !== undefined && JSON.stringify(unsent) === JSON.stringify(schema?.safeParse(value).data);
  };
  return values
    .filter(sent => sent.value === today || isDefault(sent))
    .map(({ name, value }) => `${name} is ${JSON.stringify(value)} without being sent`);
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Equal amounts and quantities have the same text. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' && decimal.test(value) ? String(Number(value)) : JSON.stringify(value ?? null);
