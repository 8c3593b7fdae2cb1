import type * as z from 'zod';
import { type Body, fieldsOf, inner, type Json } from './distinct-values';

/** A field of a body: its dotted name without the indexes of lines, and whether it has only a few values. */
export type ContractField = {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly isChoice: boolean;
};

/** Every field of a body, those of its lines included. */
export function contractFields(body: z.ZodType, under = ''): ContractField[] {
  return fieldsOf(body).flatMap(([field, schema]) => {
    const name = `${under}${field}`;
    const parts = partsOf(schema);
    if (parts.length > 0) return distinctNames(parts.flatMap(part => contractFields(part, `${name}.`)));
    return [{ name, schema, isChoice: ['boolean', 'enum', 'literal'].includes(inner(schema).def.type) }];
  });
}

/** The objects that a field consists of: its own, those of its lines, or each kind of line. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const { def, shape } = inner(schema);
  if (shape && Object.keys(shape).length > 0) return [schema];
  if (def.type === 'array' && def.element) return partsOf(def.element);
  return def.type === 'union' ? (def.options ?? []).flatMap(partsOf) : [];
}

const distinctNames = (fields: ContractField[]): ContractField[] => [
  ...new Map(fields.map(field => [field.name, field])).values(),
];

/** A value that was sent, with the name of its field and the indexes of the lines it is in. */
export type SentValue = { readonly name: string; readonly indexes: readonly number[]; readonly value: Json };

/** The values of a body that say something: neither null nor an empty list. */
export function sentValues(body: object, fields: ReadonlySet<string>): SentValue[] {
  const walk = (value: Json, name: string, indexes: readonly number[]): SentValue[] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (fields.has(name)) return [{ name, indexes, value }];
    if (Array.isArray(value)) return value.flatMap((entry, at) => walk(entry, name, [...indexes, at]));
    if (typeof value !== 'object') return [{ name, indexes, value }];
    return Object.entries(value).flatMap(([field, entry]) => walk(entry, `${name}.${field}`, indexes));
  };
  return Object.entries(body as Body).flatMap(([field, value]) => walk(value, field, []));
}
