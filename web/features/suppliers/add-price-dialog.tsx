import { useState } from 'react';
import { wholeUnits } from '#domain/kernel/quantity';
import type { ProductChoice } from '#domain/products/product.contract';
import type { SupplierPrice } from '#domain/suppliers/supplier-price.contract';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { ProductField } from '../products';

type Props = { onClose: () => void; onChoose: (price: SupplierPrice) => void };

/** Chooses the product that a supplier sells, before anything was ordered. Its terms are entered next. */
export function AddPriceDialog({ onClose, onChoose }: Props) {
  const [text, setText] = useState('');
  return (
    <GuardedDialog title="Add product to the price list" onClose={onClose}>
      <ProductField
        label="Product"
        path="product_id"
        error={null}
        text={text}
        onText={setText}
        onChoose={product => onChoose(blankPrice(product))}
        isFirst
      />
    </GuardedDialog>
  );
}

/** Terms that exist already are not overwritten: without a version they are refused, and shown (rule R15). */
function blankPrice({ id, sku, name, unit, buying_unit, buying_factor }: ProductChoice): SupplierPrice {
  const pack = { unit: buying_unit ?? unit, factor: buying_unit ? buying_factor : wholeUnits(1) };
  return {
    product: { id, sku, name },
    supplier_code: null,
    ...pack,
    buying_unit: pack.unit,
    buying_factor: pack.factor,
    agreed_price: null,
    agreed_from: null,
    minimum: null,
    lead_time_days: null,
    measured_lead_days: null,
    last_price: null,
    last_ordered_on: null,
    prices: [],
    version: null,
  };
}
