import * as z from 'zod';
import { ApiError } from '../../platform/api-error';

/** A request body without the form's blank lines; `places` maps each sent line to its line in the form. */
export type SentLines<Body> = { readonly body: Body; readonly places: readonly number[] };

/** Collects the lines that are filled in, each with its place in the form. */
export function filled<Line, Sent>(
  lines: readonly Line[],
  isFilled: (line: Line) => boolean,
  sent: (line: Line) => Sent,
): { lines: Sent[]; places: number[] } {
  const filledLines = lines.flatMap((line, place) => (isFilled(line) ? [{ place, line: sent(line) }] : []));
  return { lines: filledLines.map(({ line }) => line), places: filledLines.map(({ place }) => place) };
}

const inForm = (places: readonly number[], list: string, path: readonly PropertyKey[]): PropertyKey[] =>
  path[0] === list && typeof path[1] === 'number'
    ? [list, places[path[1]] ?? path[1], ...path.slice(2)]
    : [...path];

/** Validates what would be sent against the contract and maps its errors back to the form's lines. */
export const validating = (
  schema: z.ZodType,
  sentOf: (values: never) => SentLines<unknown>,
  list = 'lines',
): z.ZodType =>
  z.unknown().superRefine((values, context) => {
    const { body, places } = sentOf(values as never);
    const parsed = schema.safeParse(body);
    for (const { message, path } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: inForm(places, list, path) });
  });

/** Sends, and maps the server's field errors back to the form's lines. */
export async function sending<Body, Reply>(
  { body, places }: SentLines<Body>,
  send: (body: Body) => Promise<Reply>,
  list = 'lines',
): Promise<Reply> {
  try {
    return await send(body);
  } catch (error) {
    // Without errors of fields it stays as it is: a lost answer, above all.
    if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.errors).map(([field, messages]) => {
        const path = field.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part));
        return [inForm(places, list, path).join('.'), messages];
      }),
    );
    throw new ApiError(error.status, {
      message: error.message,
      ...(error.code === undefined ? {} : { code: error.code }),
      errors,
      current: error.current,
    });
  }
}
