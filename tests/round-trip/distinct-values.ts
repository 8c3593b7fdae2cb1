import type * as z from 'zod';

type Schema = z.ZodType & {
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly element?: Schema;
    readonly in?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, string>>;
    readonly values?: readonly unknown[];
    readonly defaultValue?: unknown;
  };
  readonly shape?: Readonly<Record<string, Schema>>;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Fields of a body by name. */
export type Body = Readonly<Record<string, Json>>;

const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly']);

/** The schema without its optional, nullable and default wrappers. */
export function inner(schema: z.ZodType): Schema {
  let at = schema as Schema;
  while (wrappers.has(at.def.type) && at.def.innerType) at = at.def.innerType;
  return at;
}

export const takesNull = (schema: z.ZodType): boolean => schema.safeParse(null).success;

/** The default of a field that is not sent. */
function defaultOf(schema: z.ZodType): unknown {
  let at = schema as Schema | undefined;
  while (at) {
    if (at.def.defaultValue !== undefined) return at.def.defaultValue;
    at = wrappers.has(at.def.type) ? at.def.innerType : undefined;
  }
  return undefined;
}

/** The fields of a body and their schemas. */
export function fieldsOf(body: z.ZodType): [name: string, schema: z.ZodType][] {
  return Object.entries(inner(body).shape ?? {});
}

/**
 * Creates values that no other field of the test has, by trying what its schema accepts: a text, an address, a date, an
 * amount… Where a schema has few values, it returns one other than the current.
 */
export class DistinctValues {
  private readonly used = new Set<string>();
  private count = 0;

  next(schema: z.ZodType, current?: Json): Json {
    const { def, shape } = inner(schema);
    if (def.type === 'boolean') return !(current ?? defaultOf(schema) ?? false);
    if (def.type === 'enum')
      return this.other(Object.values(def.entries ?? {}), current ?? (defaultOf(schema) as Json));
    if (def.type === 'array' && def.element)
      return [this.next(def.element, Array.isArray(current) ? current[0] : undefined)];
    if (def.type === 'object')
      return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, this.next(field)]));
    if (def.type === 'record') return {};
    return this.scalar(schema);
  }

  private other(choices: readonly string[], current: Json | undefined): string {
    const found = choices.find(choice => choice !== current);
    if (found === undefined) throw new Error(`There is no other choice than ${JSON.stringify(current)}`);
    return found;
  }

  private scalar(schema: z.ZodType): Json {
    for (let tries = 0; tries < 400; tries += 1) {
      this.count += 1;
      for (const candidate of candidates(this.count)) {
        const key = JSON.stringify(candidate);
        if (this.used.has(key) || !schema.safeParse(candidate).success) continue;
        this.used.add(key);
        return candidate;
      }
    }
    throw new Error('No value was found that the field takes: give one in the list of records');
  }
}

function candidates(n: number): Json[] {
  const two = String(n % 100).padStart(2, '0');
  return [
    `Value number ${n}`,
    `Word${n}`,
    `value${n}@example.test`,
    `2026-${String(1 + (n % 9)).padStart(2, '0')}-${String(1 + (n % 27)).padStart(2, '0')}`,
    // A unit cost has six decimals (rule M3).
    `${10 + n}.${two}3125`,
    `${10 + n}.${two}`,
    `${n}.5`,
    `${n}`,
    n + 2,
    n % 24,
    n % 12,
    `0123456789ab4def8000${String(n).padStart(12, '0')}`.replace(
      /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
      '$1-$2-$3-$4-$5',
    ),
    `2026-03-${String(1 + (n % 27)).padStart(2, '0')}T09:${String(n % 60).padStart(2, '0')}:00.000Z`,
    `W${n}`,
    `w${n}`,
  ];
}
