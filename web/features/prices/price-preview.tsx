import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enteredDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity, positiveQuantity } from '#domain/kernel/quantity';
import { type BasketEntry, canPriceAll, type PriceRules } from '#domain/pricing/price-rules';
import { priceEntries } from '#domain/pricing/price-entries';
import { today } from '../../ui/form/dated-fields';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { typedQuantity } from '../../ui/form/typed-figures';
import { usePriceGroups } from './use-price-groups';
import { DateInput } from '../../ui/dates/date-input';
import { rulesFor } from './prices.queries';

/** Previews the price of a quantity on a date, with the same function as the till. */
export function PricePreview({ productId, unit }: { productId: number; unit: string }) {
  const groups = usePriceGroups() ?? [];
  const [group, setGroup] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [date, setDate] = useState(today);
  const isDay = enteredDate.safeParse(date).success;
  const body = { product_ids: [productId], date, ...(group ? { price_group_id: Number(group) } : {}) };
  const page = useQuery({ ...rulesFor(body), enabled: isDay });
  return (
    <section className="price-preview" aria-label="Check a price">
      <h3>Check a price</h3>
      <div className="price-preview-fields">
        <NativeSelect
          label="Price group"
          data={[
            { value: '', label: 'None' },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={group}
          onChange={event => setGroup(event.currentTarget.value)}
        />
        <QuantityInput label={`Quantity (${unit})`} value={quantity} onChange={setQuantity} />
        <DateInput isFilter label="Date" value={date} onChange={setDate} />
      </div>
      <div className="price-answer" role="status">
        {!isDay ? (
          <p>Choose a date.</p>
        ) : page.isError ? (
          <p>The price could not be loaded. Try again.</p>
        ) : page.data ? (
          <Answer productId={productId} quantity={quantity} rules={page.data.rules} date={page.data.date} />
        ) : null}
      </div>
    </section>
  );
}

type AnswerProps = { productId: number; quantity: string; rules: PriceRules; date: string };

function Answer({ productId, quantity, rules, date }: AnswerProps) {
  const parsed = positiveQuantity.safeDecode(typedQuantity(quantity));
  if (!parsed.success) return <p>{parsed.error.issues[0]?.message}</p>;
  const entries: BasketEntry[] = [{ product_id: productId, quantity: parsed.data }];
  const result = canPriceAll(entries, rules);
  if (!result.allowed) return <p>{result.reason}</p>;
  const [line] = priceEntries({ entries, rules, date }).lines;
  if (!line) return null;
  return (
    <>
      <p className="price-total figures">
        {formatPounds(line.amount)} {line.price_includes_vat ? 'including VAT' : 'excluding VAT'}
      </p>
      <p className="figures">
        {formatQuantity(line.quantity)} at {formatPounds(line.unit_price)}: {line.price_reason}
      </p>
      {line.promotions.map(({ id, discount, reason }) => (
        <p key={id} className="figures">
          {reason}, {formatPounds(0 - discount)}
        </p>
      ))}
    </>
  );
}
