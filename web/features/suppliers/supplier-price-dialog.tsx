import { TextInput } from '@mantine/core';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { formatQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { unitName } from '#domain/kernel/unit-words';
import { type SupplierPrice, supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { request } from '../../platform/api';
import { DateInput } from '../../ui/dates/date-input';
import { today } from '../../ui/form/dated-fields';
import { QuantityInput, UnitCostInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';

type Values = {
  supplier_code: string;
  agreed_price: string;
  agreed_from: string;
  minimum: string;
  lead_time_days: string;
  version: number | null;
};
type Props = { supplierId: number; price: SupplierPrice; onClose: () => void; onSaved: () => void };

/** Edits a supplier's terms for a product. Without an agreed price, prices come from orders. */
export function SupplierPriceDialog({ supplierId, price, onClose, onSaved }: Props) {
  const form = useContractForm<Values, SupplierPrice>({
    schema: z.preprocess(values => bodyOf(values as Values), supplierPrices.save.body),
    initial: valuesOf(price),
    send: values =>
      request(supplierPrices.save, {
        params: { id: supplierId, product_id: price.product.id },
        body: { ...bodyOf(values), buying_factor: textFromQuantity(price.buying_factor) },
        shownInPlace: true,
      }),
    onDone: onSaved,
    failure: 'The terms could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(supplierPrices.save.reply, row as never)),
  });
  const field = form.form.getInputProps;
  const pack = unitName(price.buying_unit, formatQuantity(price.buying_factor));
  return (
    <FormDialog title={`Terms for ${price.product.name}`} form={form} submitLabel="Save" onClose={onClose}>
      <TextInput
        label="Their code"
        description="Used on new orders"
        maxLength={60}
        data-autofocus
        {...field('supplier_code')}
      />
      {/* The buying unit, in which Reorder and the order form read them, whatever the last order was in. */}
      <div className="form-columns">
        <UnitCostInput label={`Agreed price, for one ${pack}`} {...field('agreed_price')} />
        <DateInput
          label="From"
          description="Orders propose it from that day on"
          disabled={form.form.values.agreed_price.trim() === ''}
          {...field('agreed_from')}
        />
      </div>
      <QuantityInput label={`Minimum order, in ${pack}`} {...field('minimum')} />
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
  agreed_price: price.agreed_price ?? '',
  agreed_from: price.agreed_from ?? today(),
  minimum: price.minimum === null ? '' : textFromQuantity(price.minimum),
  lead_time_days: price.lead_time_days === null ? '' : String(price.lead_time_days),
  // Null as well: terms that someone else entered first are not overwritten.
  version: price.version,
});

function bodyOf({
  supplier_code,
  agreed_price,
  agreed_from,
  minimum,
  lead_time_days,
  version,
}: Values): BodySent<typeof supplierPrices.save> {
  const isAgreed = agreed_price.trim() !== '';
  return {
    supplier_code,
    agreed_price: isAgreed ? typedUnitCost(agreed_price) : null,
    agreed_from: isAgreed && agreed_from !== '' ? agreed_from : null,
    minimum: minimum.trim() === '' ? null : typedQuantity(minimum),
    lead_time_days: lead_time_days.trim() === '' ? null : Number(lead_time_days),
    version,
  };
}
