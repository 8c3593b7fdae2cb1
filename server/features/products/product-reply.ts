import { hasPermission, type Holder } from '#domain/kernel/access';
import { averageCost, unitCostFromText } from '#domain/kernel/average-cost';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { roundHalfAwayFromZero } from '#domain/kernel/rounding';
import { millionthsOf, type UnitCost } from '#domain/kernel/unit-cost';
import { type VatCode, type VatRate } from '#domain/kernel/vat';
import type { ProductRow } from '#domain/products/product.contract';
import { bothPrices, marginOf } from '#domain/products/product.price';
import type { CostKind, ProductStatus, StockState } from '#domain/products/product.status';

/** A product as loaded, with its stock. */
export type StoredProduct = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly category: { id: number; name: string } | null;
  readonly sub_category: { id: number; name: string } | null;
  readonly brand: { id: number; name: string } | null;
  readonly unit: { id: number; name: string };
  readonly vat_code: VatCode;
  readonly price_pence: Pence;
  readonly price_includes_vat: boolean;
  readonly standard_cost: UnitCost | null;
  readonly reorder_level: string | null;
  readonly status: ProductStatus;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly quantity: string;
  readonly value_pence: Pence;
  readonly last_unit_cost: string | null;
  readonly stock_state: StockState;
};

export const canSeeCost = (holder: Holder): boolean => hasPermission(holder, 'view_cost');

/** The row as sent. Cost, value and margin only with `view_cost`. */
export function productRowOf(row: StoredProduct, rate: VatRate, withCost: boolean): ProductRow {
  const { incVat, exVat } = bothPrices(row.price_pence, row.price_includes_vat, rate);
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    category: row.category,
    sub_category: row.sub_category,
    brand: row.brand,
    unit: row.unit,
    vat_code: row.vat_code,
    price: row.price_pence,
    price_includes_vat: row.price_includes_vat,
    price_inc_vat: incVat,
    price_ex_vat: exVat,
    quantity: quantityFromText(row.quantity),
    stock_state: row.stock_state,
    reorder_level: row.reorder_level === null ? null : quantityFromText(row.reorder_level),
    status: row.status,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(withCost ? costFieldsOf(row, exVat) : {}),
  };
}

function costFieldsOf(row: StoredProduct, exVat: Pence) {
  const cost = unitCostOf(row);
  const margin = cost === null ? null : marginOf(exVat, cost.unitCost);
  return {
    average_cost: cost === null ? null : poundsWithFourDecimals(cost.unitCost),
    cost_kind: cost === null ? null : cost.kind,
    stock_value: row.value_pence,
    margin_percent: margin === null ? null : percentText(margin),
  };
}

/** Average cost, else the last known, else standard cost: millionths of a penny per unit. */
function unitCostOf(row: StoredProduct): { readonly kind: CostKind; readonly unitCost: bigint } | null {
  const average = averageCost(toPence(row.value_pence), quantityFromText(row.quantity));
  if (average !== null) return { kind: 'average', unitCost: average };
  if (row.last_unit_cost !== null) return { kind: 'last', unitCost: unitCostFromText(row.last_unit_cost) };
  return row.standard_cost === null
    ? null
    : { kind: 'standard', unitCost: millionthsOf(row.standard_cost) * 100n };
}

/** Millionths of a penny → `"1.2345"` pounds; for display only (rule I1). */
export function poundsWithFourDecimals(unitCost: bigint): string {
  const digits = String(roundHalfAwayFromZero(unitCost, 10_000)).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Hundredths of a percent → `"12.50"`. */
export function percentText(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
