import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { isDiscountAbove, ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import { type Discount, discountAmount } from '#domain/kernel/line-amounts';
import { formatPounds, penceFromPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { formatPercent, percentage } from '#domain/kernel/percent';
import { typedPounds } from '../../../ui/form/typed-figures';
import { catalogue } from '../device/products';
import type { BasketLine } from '../engine/basket';
import { useTill } from '../till-context';
import { Reasons } from './reasons';
import { TillForm } from './till-form';

const reasons = ['Staff', 'Damaged', 'Short-dated', 'Loyal customer', 'Goodwill'];
const quickPercents = [500, 1000, 2000, 5000];

const readDiscount = (kind: Discount['kind'], typed: string): Discount | null => {
  if (kind === 'percent') {
    const read = z.safeDecode(percentage, typed.replaceAll(/[%\s]/g, ''));
    return read.success ? { kind, hundredths: read.data } : null;
  }
  const tidied = typedPounds(typed);
  return /^\d{1,8}\.\d{2}$/.test(tidied) ? { kind, pence: penceFromPounds(tidied) } : null;
};

const typedOf = (discount: Discount | null): string => {
  if (!discount) return '';
  return discount.kind === 'percent'
    ? z.encode(percentage, discount.hundredths).replace(/\.?0+$/, '')
    : poundsFromPence(discount.pence);
};

/** A percentage or amount off a line, or off the whole basket without one. */
export function DiscountDialog({ line }: { line?: BasketLine }) {
  const till = useTill();
  const before = line ? line.discount : till.basket.discount;
  const [kind, setKind] = useState<Discount['kind']>(before?.kind ?? 'percent');
  const [typed, setTyped] = useState(typedOf(before));
  const [reason, setReason] = useState(line ? line.discountReason : till.basket.discountReason);
  const discount = readDiscount(kind, typed);
  const base = useBase(line);
  const isTooMuch = discount?.kind === 'amount' && discount.pence > base;
  const save = (value: Discount | null) => {
    const why = value === null ? '' : reason.trim();
    if (line) till.change({ do: 'discount', key: line.key, discount: value, reason: why });
    else till.change({ do: 'basket-discount', discount: value, reason: why });
    till.close();
  };
  return (
    <TillForm
      title={line ? `Discount: ${line.name}` : 'Basket discount'}
      submitLabel="Apply discount"
      onSubmit={() => save(discount)}
      disabled={discount === null || isTooMuch || reason.trim() === ''}
      aside={
        before && (
          <Button variant="subtle" color="red" onClick={() => save(null)}>
            Remove discount
          </Button>
        )
      }
    >
      <div className="till-switch" role="group" aria-label="Discount type">
        <button type="button" aria-pressed={kind === 'percent'} onClick={() => setKind('percent')}>
          Percentage
        </button>
        <button type="button" aria-pressed={kind === 'amount'} onClick={() => setKind('amount')}>
          Amount
        </button>
      </div>
      <TextInput
        error={isTooMuch && `Enter at most ${formatPounds(base)}.`}
        label={kind === 'percent' ? 'Percentage off' : 'Amount off'}
        description={<Preview discount={discount} line={line} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="lg"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        classNames={{ input: 'figures' }}
        value={typed}
        onKeyDown={event => {
          // Typing % or £ switches the type.
          if (event.key !== '%' && event.key !== '£') return;
          event.preventDefault();
          setKind(event.key === '%' ? 'percent' : 'amount');
        }}
        onChange={event => setTyped(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
      />
      {kind === 'percent' && <QuickPercents onChoose={setTyped} />}
      <Reasons value={reason} onChange={setReason} suggestions={reasons} />
    </TillForm>
  );
}

/** The amount to discount: the line, or the basket after line discounts. */
function useBase(line: BasketLine | undefined) {
  const { basket, sale } = useTill();
  const at = basket.lines.findIndex(({ key }) => key === line?.key);
  return line
    ? (sale.lines[at]?.amount ?? toPence(0))
    : toPence(sale.lines.reduce((total, { amount, lineDiscount }) => total + amount - lineDiscount, 0));
}

/** What is off the lines already, which counts with what comes off the basket (rule P15). */
function useOffLines(line: BasketLine | undefined) {
  const { basket, sale } = useTill();
  if (line) return toPence(0);
  const typed = sale.lines.filter((_, index) => basket.lines[index]?.discount);
  return toPence(typed.reduce((total, { lineDiscount }) => total + lineDiscount, 0));
}

function Preview({ discount, line }: { discount: Discount | null; line: BasketLine | undefined }) {
  const till = useTill();
  const base = useBase(line);
  const offLines = useOffLines(line);
  if (!discount) return <>Of {formatPounds(base)}</>;
  const off = discountAmount(base, discount);
  const limit = Math.max(catalogue.head()?.discount_limit ?? 10_000, ownDiscountLimit(till.user));
  const isAbove = isDiscountAbove(limit, toPence(off + offLines), toPence(base + offLines));
  return (
    <>
      {formatPounds(off)} off {formatPounds(base)}. New price {formatPounds(base - off)}.
      {isAbove && ` Discounts above ${formatPercent(limit)} need a manager’s PIN at payment.`}
    </>
  );
}

const QuickPercents = ({ onChoose }: { onChoose: (typed: string) => void }) => (
  <div className="till-chips">
    {quickPercents.map(hundredths => (
      <button
        key={hundredths}
        type="button"
        className="till-chip"
        onClick={() => onChoose(String(hundredths / 100))}
      >
        {formatPercent(hundredths)}
      </button>
    ))}
  </div>
);
