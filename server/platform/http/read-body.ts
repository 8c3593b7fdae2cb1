import type * as z from 'zod';

/**
 * Parses the body by its contract. Form clients send `category_id: "4"`: when the body is refused as sent, ids that are
 * whole numbers in text are read as numbers. Throws the first refusal, which names what was sent.
 */
export function readBody<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const asItCame = schema.safeParse(sent);
  if (asItCame.success) return asItCame.data;
  const withIds = schema.safeParse(idsAsNumbers(sent));
  if (withIds.success) return withIds.data;
  throw asItCame.error;
}

function idsAsNumbers(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(idsAsNumbers);
  if (typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      /(^|_)ids?$/.test(name) ? idAsNumber(value) : idsAsNumbers(value),
    ]),
  );
}

function idAsNumber(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idAsNumber);
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
}
