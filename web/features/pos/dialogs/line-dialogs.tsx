import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatPounds, penceFromPounds, poundsFromPence } from '#domain/kernel/money';
import { formatQuantity, quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { unitWord } from '#domain/kernel/unit-words';
import { MoneyInput, QuantityInput } from '../../../ui/form/figure-inputs';
import { typedPounds, typedQuantity } from '../../../ui/form/typed-figures';
import { wholeUnitsHere } from '../device/products';
import type { BasketLine } from '../engine/basket';
import { quantityRefusal } from '../engine/whole-units';
import { setQuantity } from '../till-actions';
import { useTill } from '../till-context';
import { Reasons } from './reasons';
import { TillForm } from './till-form';

type Props = { line: BasketLine };

/** The quantity, with up to three decimal places for goods sold by weight or measure. */
export function QuantityDialog({ line }: Props) {
  const till = useTill();
  const [typed, setTyped] = useState(textFromQuantity(line.quantity));
  const tidied = typedQuantity(typed);
  const problem = problemOf(line, tidied);
  const save = () => {
    till.close();
    setQuantity(till, line.key, quantityFromText(tidied));
  };
  return (
    <TillForm
      title={`Quantity: ${line.name}`}
      submitLabel="Set quantity"
      onSubmit={save}
      disabled={problem !== null}
    >
      <QuantityInput
        label="Quantity"
        size="lg"
        description={
          line.factor === 1000
            ? `Unit: ${unitWord(line.unit)}`
            : `Each one holds ${formatQuantity(line.factor)} ${unitWord(line.unit)}`
        }
        data-autofocus
        value={typed}
        onChange={setTyped}
        onFocus={event => event.currentTarget.select()}
        error={problem}
      />
    </TillForm>
  );
}

/** Why a line cannot have what was typed; null when it can. */
function problemOf(line: BasketLine, typed: string): string | null {
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(typed))
    return 'Enter a quantity with at most three decimal places, such as 12 or 2.5.';
  const quantity = quantityFromText(typed);
  return quantity === line.quantity ? null : quantityRefusal(line, quantity, wholeUnitsHere());
}

const priceReasons = ['Price match', 'Damaged', 'Short-dated', 'Shelf price wrong'];

/** A price override. Without the permission it needs approval at payment. */
export function PriceDialog({ line }: Props) {
  const till = useTill();
  const at = till.basket.lines.findIndex(({ key }) => key === line.key);
  const calculated = till.sale.lines[at];
  const [typed, setTyped] = useState(poundsFromPence(line.unitPrice ?? calculated?.unitPrice ?? 0));
  const [reason, setReason] = useState(line.priceReason);
  const tidied = typedPounds(typed);
  const isPrice = /^\d{1,8}\.\d{2}$/.test(tidied);
  const save = (unitPrice: ReturnType<typeof penceFromPounds> | null) => {
    till.change({ do: 'price', key: line.key, unitPrice, reason: unitPrice === null ? '' : reason.trim() });
    till.close();
  };
  return (
    <TillForm
      title={`Price: ${line.name}`}
      submitLabel="Set price"
      onSubmit={() => save(penceFromPounds(tidied))}
      disabled={!isPrice || reason.trim() === ''}
      aside={
        line.unitPrice !== null && (
          <Button variant="subtle" onClick={() => save(null)}>
            Back to {formatPounds(calculated?.listPrice ?? 0)}
          </Button>
        )
      }
    >
      <MoneyInput
        label={`Unit price (${unitWord(line.unit)})`}
        description={till.basket.mode === 'inclusive' ? 'Including VAT' : 'Excluding VAT'}
        size="lg"
        data-autofocus
        value={typed}
        onChange={setTyped}
        onFocus={event => event.currentTarget.select()}
      />
      <Reasons value={reason} onChange={setReason} suggestions={priceReasons} />
    </TillForm>
  );
}

export function NoteDialog({ line }: Props) {
  const till = useTill();
  const [note, setNote] = useState(line.note);
  return (
    <TillForm
      title={`Note: ${line.name}`}
      submitLabel="Save note"
      onSubmit={() => {
        till.change({ do: 'note', key: line.key, note: note.trim() });
        till.close();
      }}
    >
      <TextInput
        label="Note"
        description="Printed on the receipt"
        size="lg"
        maxLength={300}
        data-autofocus
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </TillForm>
  );
}
