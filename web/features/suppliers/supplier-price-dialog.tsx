import { TextInput } from '@mantine/core';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { formatQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { unitName } from '#domain/kernel/unit-words';
import { type SupplierPrice, supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { request } from '../../platform/api';
import { QuantityInput } from '../../ui/figure-inputs';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { typedQuantity } from '../../ui/typed-figures';

type Values = { supplier_code: string; minimum: string; lead_time_days: string; version: number | null };
type Props = { supplierId: number; price: SupplierPrice; onClose: () => void; onSaved: () => void };

/** Edits a supplier's terms for a product. Prices come from orders. */
export function SupplierPriceDialog({ supplierId, price, onClose, onSaved }: Props) {
  const form = useContractForm<Values, SupplierPrice>({
    schema: z.preprocess(values => bodyOf(values as Values), supplierPrices.save.body),
    initial: valuesOf(price),
    send: values =>
      request(supplierPrices.save, {
        params: { id: supplierId, product_id: price.product.id },
        body: bodyOf(values),
        shownInPlace: true,
      }),
    onDone: onSaved,
    failure: 'The terms could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(supplierPrices.save.reply, row as never)),
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog title={`Terms for ${price.product.name}`} form={form} submitLabel="Save" onClose={onClose}>
      <TextInput
        label="Their code"
        description="Used on new orders"
        maxLength={60}
        data-autofocus
        {...field('supplier_code')}
      />
      {/* The buying unit, in which Reorder and the order form read it, whatever the last order was in. */}
      <QuantityInput
        label={`Minimum order, in ${unitName(price.buying_unit, formatQuantity(price.buying_factor))}`}
        {...field('minimum')}
      />
      <TextInput
        label="Lead time in days"
        description={
          price.measured_lead_days === null ? undefined : `Actual so far: about ${price.measured_lead_days}`
        }
        inputMode="numeric"
        {...field('lead_time_days')}
      />
    </FormDialog>
  );
}

const valuesOf = (price: SupplierPrice): Values => ({
  supplier_code: price.supplier_code ?? '',
  minimum: price.minimum === null ? '' : textFromQuantity(price.minimum),
  lead_time_days: price.lead_time_days === null ? '' : String(price.lead_time_days),
  // Null as well: terms that someone else entered first are not overwritten.
  version: price.version,
});

function bodyOf({
  supplier_code,
  minimum,
  lead_time_days,
  version,
}: Values): BodySent<typeof supplierPrices.save> {
  return {
    supplier_code,
    minimum: minimum.trim() === '' ? null : typedQuantity(minimum),
    lead_time_days: lead_time_days.trim() === '' ? null : Number(lead_time_days),
    version,
  };
}
