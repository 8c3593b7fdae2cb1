import { useState } from 'react';
import { costAmount, isWithinReach } from '#domain/kernel/unit-cost';
import { positiveQuantity, type Quantity, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { leadTimeOf, suggestedOrder } from '#domain/stock/reorder';
import { type ReorderRow, type ReorderSource } from '#domain/stock/reorder.contract';
import { useUnsaved } from '../../platform/unsaved';
import { typedQuantity } from '../../ui/form/typed-figures';

type Supplier = { readonly id: number; readonly name: string };

/** The buyer's choices for one row. */
export type Pick = {
  readonly row: ReorderRow;
  readonly isChosen: boolean;
  readonly supplier: Supplier | null;
  /** As entered; the suggestion while nothing is. */
  readonly typed: string | null;
  readonly errors: { readonly supplier?: string; readonly quantity?: string };
};

export type Horizon = { readonly windowDays: number; readonly coverDays: number };
export type Picks = ReturnType<typeof usePicks>;

/** The rows selected and changed, kept across pages and filters. */
export function usePicks(horizon: Horizon) {
  const [picks, setPicks] = useState<ReadonlyMap<number, Pick>>(new Map());
  const chosen = [...picks.values()].filter(({ isChosen }) => isChosen);
  const pickOf = (row: ReorderRow): Pick => {
    const pick = picks.get(row.id);
    return pick
      ? { ...pick, row }
      : { row, isChosen: false, supplier: row.supplier, typed: null, errors: {} };
  };
  // Pages and filters keep what was chosen; another page does not.
  useUnsaved(
    isSamePage =>
      !isSamePage &&
      chosen.some(({ typed, supplier, row }) => typed !== null || supplier?.id !== row.supplier?.id),
  );
  const put = (changed: readonly Pick[]) =>
    setPicks(before => new Map([...before, ...changed.map(pick => [pick.row.id, pick] as const)]));
  const quantityOf = (pick: Pick) => pick.typed ?? textFromQuantity(suggestionOf(pick, horizon));
  return {
    pickOf,
    chosen,
    suppliers: new Set(chosen.map(({ supplier }) => supplier?.id)).size,
    quantityOf,
    choose: (rows: readonly ReorderRow[], isChosen: boolean) =>
      put(rows.map(row => ({ ...pickOf(row), isChosen, errors: {} }))),
    // Changing a row selects it.
    setQuantity: (row: ReorderRow, typed: string) =>
      put([{ ...pickOf(row), typed, isChosen: true, errors: {} }]),
    setSupplier: (row: ReorderRow, supplier: Supplier | null) =>
      put([{ ...pickOf(row), supplier, isChosen: supplier !== null, errors: {} }]),
    refuse: (errors: ReadonlyMap<number, Pick['errors']>) =>
      put(chosen.map(pick => ({ ...pick, errors: errors.get(pick.row.id) ?? {} }))),
    /** What was proposed becomes what was entered: after a lost answer the same is sent again (decision 147). */
    keepProposals: () =>
      setPicks(
        before =>
          new Map(
            [...before].map(([id, pick]) => [
              id,
              pick.isChosen ? { ...pick, typed: quantityOf(pick), errors: {} } : pick,
            ]),
          ),
      ),
    clear: () => setPicks(new Map()),
  };
}

/** The chosen supplier's terms for the product; undefined for one that never sold it. */
export const sourceOf = ({ row, supplier }: Pick): ReorderSource | undefined =>
  row.suppliers.find(({ id }) => id === supplier?.id);

/** The quantity to order from the chosen supplier, by the server's own rule. */
function suggestionOf(pick: Pick, { windowDays, coverDays }: Horizon): Quantity {
  const { row } = pick;
  const source = sourceOf(pick);
  return suggestedOrder({
    onHand: row.on_hand,
    onOrder: toQuantity(row.on_order + row.in_drafts),
    demand: row.demand,
    windowDays,
    coverDays,
    leadDays: leadTimeOf(source).days,
    reorderLevel: row.reorder_level,
    reorderQuantity: row.reorder_quantity,
    buyingFactor: row.buying_factor,
    minimum: source?.minimum ?? null,
  });
}

/** The quantity for the request; null when invalid. */
export function quantityRead(text: string): Quantity | null {
  const read = positiveQuantity.safeDecode(typedQuantity(text));
  return read.success ? read.data : null;
}

/** The total at last prices, excluding VAT; null when a price is missing or a quantity is beyond what can be ordered. */
export function valueOfPicks(picks: Picks): number | null {
  return picks.chosen.reduce<number | null>((all, pick) => {
    const price = sourceOf(pick)?.last_price;
    const quantity = quantityRead(picks.quantityOf(pick));
    if (all === null || price == null || quantity === null || !isWithinReach(price, quantity)) return null;
    return all + costAmount(price, quantity);
  }, 0);
}
