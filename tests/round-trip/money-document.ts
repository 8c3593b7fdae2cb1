import type { AnyCall } from '#domain/kernel/call';
import type { Json } from './distinct-values';

/** Where a value is read back: the name of a reading and the path in it. `*` stands for the index of the sent line. */
export type Place = string | { readonly at: string; readonly is: Json };

/** Every place that shows a field, or why none does. */
export type Row = Place | readonly Place[] | { readonly because: string };

/** One request with values chosen by hand. */
export type Example = {
  /** Ids in the path. */
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly body: object;
  /** Rows that hold for this example only. */
  readonly rows?: Readonly<Record<string, Row | undefined>> | undefined;
};

/**
 * A document made of others or of goods at hand. Its values depend on each other, so that examples are written by hand.
 * What is generated is the demand: a row for each field of the contract, and an example that sets it.
 */
export type MoneyDocument = {
  readonly examples: readonly Example[];
  /**
   * Addresses by the name of the reading; `{id}` is a parameter of the example and `{reply.id}` a part of the reply.
   * After `#` comes the row of a list (its id) or of an export (the text of one of its cells). `table:` reads what no
   * reply shows. `audit`, `journals` and `vat` need no address: they are what the request added.
   */
  readonly readings: Readonly<Record<string, string>>;
  /** Fields that must have the value of another field, with the reason. */
  readonly alike?: Readonly<Record<string, string>>;
  /** By the dotted name of the field, such as `lines.net`. */
  readonly rows: Readonly<Record<string, Row>>;
};

/** A field that is stored nowhere, with the reason. */
export const notStored = (because: string): Row => ({ because });

/** A field that is shown as something else, such as an id by the name of its record. */
export const shownAs = (at: string, is: Json): Place => ({ at, is });

export const reasonFor = (row: Row | undefined): string | undefined =>
  typeof row === 'object' && 'because' in row ? row.because : undefined;

export function placesOf(row: Row | undefined): readonly Place[] {
  if (row === undefined || reasonFor(row) !== undefined) return [];
  return Array.isArray(row) ? (row as readonly Place[]) : [row as Place];
}

export const pathOf = (place: Place): string => (typeof place === 'string' ? place : place.at);

export type Route = Pick<AnyCall, 'method' | 'path' | 'body'>;
