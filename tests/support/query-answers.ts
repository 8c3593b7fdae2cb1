import type * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';

type Schema = z.ZodType & {
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly in?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, string>>;
  };
  readonly shape?: Readonly<Record<string, Schema>>;
};

/** Candidate values for a text field of a query; the contract decides which the field accepts. */
const texts = [
  '1',
  'word',
  '2026-11-01',
  '2026-11',
  'yes',
  '12.50',
  '1020',
  '10',
  '08:00',
  '2026-11-01T08:00:00Z',
  '/suppliers',
  '01234567-89ab-4def-8000-000000000001',
];

/** Every choice of a field; for free text, the candidates that it accepts. */
function answersFor(schema: Schema): string[] {
  const { type, innerType, options, entries } = schema.def;
  if (entries) return Object.values(entries);
  // A filter that takes several choices names them.
  const [, choices] =
    /^One or more, separated by commas: (.+)\.$/.exec(schema.meta()?.description ?? '') ?? [];
  if (choices) return choices.split(', ');
  if (options) return options.flatMap(answersFor);
  if (type === 'pipe' && schema.def.in) {
    const first = answersFor(schema.def.in).filter(text => schema.safeParse(text).success);
    if (first.length > 0) return first;
  }
  if (innerType) return answersFor(innerType);
  return texts.filter(text => schema.safeParse(text).success);
}

/** The fields of a query, also of one whose answers are worked on afterwards, as those of lists. */
function fieldsOf({ shape, def }: Schema): Readonly<Record<string, Schema>> {
  if (shape) return shape;
  const within = def.in ?? def.innerType;
  return within ? fieldsOf(within) : {};
}

/** The names of the parameters of a call. */
export const parametersOf = ({ query }: AnyCall): string[] => Object.keys(fieldsOf(query));

/** Questions with one parameter each: every choice of every parameter of a call. */
export const questionsFor = ({ query }: AnyCall): Record<string, string>[] =>
  Object.entries(fieldsOf(query as Schema)).flatMap(([name, schema]) =>
    // One record is as good as another.
    [...new Set(answersFor(schema))]
      .slice(0, name.endsWith('_id') ? 1 : undefined)
      .map(value => ({ [name]: value })),
  );
