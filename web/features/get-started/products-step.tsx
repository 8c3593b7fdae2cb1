import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { firstProducts } from '#domain/get-started/first-products.contract';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { countOf } from '#domain/kernel/count-of';
import { formatPounds } from '#domain/kernel/money';
import { vatCodeNames } from '#domain/kernel/vat';
import type { NewProduct } from '#domain/settings/new-products.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useCompanyStatus } from '../../platform/company-status';
import { everything, useReload } from '../../platform/reload';
import { Card } from '../../ui/card';
import { MoneyInput, QuantityInput, UnitCostInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { useIsShown } from '../../ui/shown-together';
import { typedPounds, typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';
import { useNewProduct, useProductChoices } from '../products';
import { StepLinks } from './step-links';

type LineValues = {
  name: string;
  barcode: string;
  price: string;
  vat_code: string;
  quantity: string;
  unit_cost: string;
};
type Values = { price_includes_vat: boolean; lines: LineValues[] };

const startLines = 3;
const maxLines = 20;

/** Enters the first products with the stock on hand, or leads to the import. */
export function ProductsStep() {
  const canAdd = useAccess().canCall(firstProducts);
  return (
    <>
      {canAdd && <FirstProducts />}
      <StepLinks
        title={canAdd ? 'Other ways' : 'What to do'}
        links={[
          {
            to: '/imports/new',
            label: 'Import products from a file',
            about: 'For longer lists, in CSV or XLSX, with prices, barcodes and opening stock.',
          },
          {
            to: '/products/create',
            label: 'Add one product with all its details',
            about: 'Category, brand, buying unit, reorder level and more.',
          },
        ]}
      />
    </>
  );
}

/** The form, or without units the way to the trade, because products are sold in units. */
function FirstProducts() {
  const start = useNewProduct();
  const choices = useProductChoices();
  const notices = useNotice();
  const [round, setRound] = useState(0);
  const isShown = useIsShown();
  const reload = useReload(everything);
  const added = ({ products, opening_value }: ReplyOf<typeof firstProducts>) => {
    const stock = opening_value === 0 ? '' : ` Their stock is worth ${formatPounds(opening_value)}.`;
    reload(() => {
      setRound(round + 1);
      notices.succeeded(`${countOf(products.length, 'product')} added.${stock}`);
    });
  };
  if (!start || !choices) return null;
  if (!choices.units.some(({ status }) => status === 'active'))
    return (
      <StepLinks
        title="First, choose your trade"
        links={[
          {
            to: '/start/trade',
            label: 'Choose your trade',
            about: 'Products are sold in units, such as Each or Kilogram. There are none yet.',
          },
        ]}
      />
    );
  return (
    <>
      <NoticeAlert notices={notices} />
      {/* Anew when it is shown: what is hidden cannot take the focus. */}
      <TypedProducts key={`${round} ${isShown}`} start={start} onAdded={added} />
    </>
  );
}

type Props = { start: NewProduct; onAdded: (reply: ReplyOf<typeof firstProducts>) => void };

function TypedProducts({ start: { vat_code, price_includes_vat }, onAdded }: Props) {
  const isRegistered = useCompanyStatus()?.registration.is_registered === true;
  const blank: LineValues = {
    name: '',
    barcode: '',
    price: '',
    vat_code,
    quantity: '',
    unit_cost: '',
  };
  const fields = useRef<HTMLDivElement>(null);
  const form = useContractForm<Values, ReplyOf<typeof firstProducts>>({
    schema: z.preprocess(values => bodyOf(values as Values), firstProducts.body),
    initial: { price_includes_vat, lines: Array.from({ length: startLines }, () => blank) },
    send: (values, idempotencyKey) =>
      request(firstProducts, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onAdded,
    failure: 'The products could not be added. Try again.',
  });
  const { lines } = form.form.values;
  const priceLabel = form.form.values.price_includes_vat ? 'Price inc. VAT' : 'Price exc. VAT';
  const addLine = () => {
    form.form.insertListItem('lines', blank);
    requestAnimationFrame(() =>
      fields.current?.querySelectorAll<HTMLInputElement>('input[data-name]')[lines.length]?.focus(),
    );
  };
  return (
    <Card title="Enter your first products">
      <Form form={form} submitLabel="Add products" isDocument>
        <div ref={fields}>
          {lines.map((_, at) => (
            // A line has no key but its index.
            <ProductLine
              key={at}
              at={at}
              form={form}
              withVat={isRegistered}
              priceLabel={isRegistered ? priceLabel : 'Price'}
            />
          ))}
        </div>
        <p className="guide-found">
          Leave lines you do not need blank. Each product gets its own stock code, which you can change later.
          The cost is what you pay for one{isRegistered ? ', excluding VAT' : ''}.
        </p>
        {lines.length < maxLines && (
          <div>
            <Button variant="default" size="xs" onClick={addLine}>
              Add a line
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}

const vatCodes = Object.entries(vatCodeNames).map(([value, label]) => ({ value, label }));

type LineProps = {
  at: number;
  form: ReturnType<typeof useContractForm<Values, ReplyOf<typeof firstProducts>>>;
  withVat: boolean;
  priceLabel: string;
};

function ProductLine({ at, form: { form }, withVat, priceLabel }: LineProps) {
  const field = (name: keyof LineValues) => form.getInputProps(`lines.${at}.${name}`);
  const label = (words: string) => `${words} of product ${at + 1}`;
  return (
    <fieldset className="guide-line" aria-label={`Product ${at + 1}`}>
      <TextInput
        className="guide-line-name"
        label="Name"
        aria-label={label('Name')}
        data-name
        maxLength={200}
        autoFocus={at === 0}
        autoComplete="off"
        {...field('name')}
      />
      <TextInput
        label="Barcode"
        aria-label={label('Barcode')}
        placeholder="Scan or leave blank"
        maxLength={48}
        autoComplete="off"
        {...field('barcode')}
      />
      <MoneyInput label={priceLabel} aria-label={label('Price')} {...field('price')} />
      {withVat && (
        <NativeSelect
          label="VAT code"
          aria-label={label('VAT code')}
          data={vatCodes}
          {...field('vat_code')}
        />
      )}
      <QuantityInput label="In stock" aria-label={label('In stock')} {...field('quantity')} />
      <UnitCostInput label="Cost each" aria-label={label('Cost each')} {...field('unit_cost')} />
    </fieldset>
  );
}

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** Blank lines at the end are left out; a blank line in between is refused in place. */
function bodyOf({ price_includes_vat, lines }: Values): BodySent<typeof firstProducts> {
  const isTyped = ({ name, barcode, price, quantity, unit_cost }: LineValues) =>
    [name, barcode, price, quantity, unit_cost].some(text => text.trim() !== '');
  const used = lines.slice(0, Math.max(1, lines.findLastIndex(isTyped) + 1));
  return {
    price_includes_vat,
    lines: used.map(({ name, barcode, price, vat_code, quantity, unit_cost }) => ({
      name,
      barcode: orNull(barcode),
      price: typedPounds(price),
      vat_code,
      quantity: orNull(quantity) && typedQuantity(quantity),
      unit_cost: orNull(unit_cost) && typedUnitCost(unit_cost),
    })),
  } as BodySent<typeof firstProducts>;
}
