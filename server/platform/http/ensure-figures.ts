import type { Holder } from '#domain/kernel/access';
import type { AnyListing } from '#domain/kernel/list-query';
import { hiddenFigures } from '#domain/kernel/protected-figures';
import { forbidden } from './refusal';

/** 403 for sorting or filtering a list by figures that the user may not see: its order and its rows would reveal them. */
export function ensureFigures(
  { listing }: { readonly listing: AnyListing },
  query: object,
  holder: Holder,
): void {
  const [hidden] = hiddenFigures(listing, query as Readonly<Record<string, unknown>>, holder);
  if (hidden)
    throw forbidden(`You do not have permission to see ${hidden.figures}, or to sort or filter by that.`);
}
