import { useState } from 'react';
import { costAmount } from '#domain/kernel/unit-cost';
import { positiveQuantity, type Quantity, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { suggestedOrder, usualLeadDays } from '#domain/stock/reorder';
import { type ReorderRow, type ReorderSource } from '#domain/stock/reorder.contract';
import { typedQuantity } from '../../ui/typed-figures';

type Supplier = { readonly id: number; readonly name: string };

/** What a buyer makes of one row. */
export type Pick = {
  readonly row: ReorderRow;
  readonly isChosen: boolean;
  readonly supplier: Supplier | null;
  /** As typed; what is suggested while nothing is. */
  readonly typed: string | null;
  readonly errors: { readonly supplier?: string; readonly quantity?: string };
};

export type Horizon = { readonly windowDays: number; readonly coverDays: number };
export type Picks = ReturnType<typeof usePicks>;

/** What is ticked and changed. It stays from page to page and from filter to filter. */
export function usePicks(horizon: Horizon) {
  const [picks, setPicks] = useState<ReadonlyMap<number, Pick>>(new Map());
  const of = (row: ReorderRow): Pick => {
    const pick = picks.get(row.id);
    return pick
      ? { ...pick, row }
      : { row, isChosen: false, supplier: row.supplier, typed: null, errors: {} };
  };
  const put = (changed: readonly Pick[]) =>
    setPicks(before => new Map([...before, ...changed.map(pick => [pick.row.id, pick] as const)]));
  const chosen = [...picks.values()].filter(({ isChosen }) => isChosen);
  return {
    of,
    chosen,
    suppliers: new Set(chosen.map(({ supplier }) => supplier?.id)).size,
    quantityOf: (pick: Pick) => pick.typed ?? textFromQuantity(suggestionOf(pick, horizon)),
    toggle: (row: ReorderRow) => put([{ ...of(row), isChosen: !of(row).isChosen, errors: {} }]),
    chooseAll: (rows: readonly ReorderRow[]) => put(rows.map(row => ({ ...of(row), isChosen: true }))),
    // Whoever changes a row means to order it.
    setQuantity: (row: ReorderRow, typed: string) => put([{ ...of(row), typed, isChosen: true, errors: {} }]),
    setSupplier: (row: ReorderRow, supplier: Supplier | null) =>
      put([{ ...of(row), supplier, isChosen: supplier !== null, errors: {} }]),
    refuse: (errors: ReadonlyMap<number, Pick['errors']>) =>
      put(chosen.map(pick => ({ ...pick, errors: errors.get(pick.row.id) ?? {} }))),
    clear: () => setPicks(new Map()),
  };
}

/** What the supplier who is chosen says of the product; nothing of one who never sold it. */
export const sourceOf = ({ row, supplier }: Pick): ReorderSource | undefined =>
  row.suppliers.find(({ id }) => id === supplier?.id);

/** How much to order of the supplier who is chosen, by the same rule as the server's. */
function suggestionOf(pick: Pick, { windowDays, coverDays }: Horizon): Quantity {
  const { row } = pick;
  const source = sourceOf(pick);
  return suggestedOrder({
    onHand: row.on_hand,
    onOrder: toQuantity(row.on_order + row.in_drafts),
    demand: row.demand,
    windowDays,
    coverDays,
    leadDays: source?.lead_time_days ?? usualLeadDays,
    reorderLevel: row.reorder_level,
    reorderQuantity: row.reorder_quantity,
    buyingFactor: row.buying_factor,
    minimum: source?.minimum ?? null,
  });
}

/** The quantity as it is sent; null when it is none. */
export function quantityRead(text: string): Quantity | null {
  const read = positiveQuantity.safeDecode(typedQuantity(text));
  return read.success ? read.data : null;
}

/** What the picks come to at the last prices, without VAT; null when one of them has none. */
export function worthOf(picks: Picks): number | null {
  return picks.chosen.reduce<number | null>((all, pick) => {
    const price = sourceOf(pick)?.last_price;
    const quantity = quantityRead(picks.quantityOf(pick));
    return all === null || price == null || quantity === null ? null : all + costAmount(price, quantity);
  }, 0);
}
