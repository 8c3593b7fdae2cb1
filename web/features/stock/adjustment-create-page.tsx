import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import * as z from 'zod';
import type { ProductChoice } from '#domain/products/product.contract';
import {
  type AdjustmentReason,
  adjustmentReasonNames,
  adjustmentDirection,
} from '#domain/stock/adjustment-reason';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { DatedFields, today } from '../../ui/dated-fields';
import { MoneyInput, QuantityInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { typedPounds, typedQuantity } from '../../ui/typed-figures';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/use-saved-record';
import { everything } from '../../platform/reload';
import { ProductField } from '../products';
import { useApproval } from '../tills';
import './stock.css';

type Line = {
  product_id: number | null;
  text: string;
  quantity: string;
  value: string;
  /** The product's cost is not known, so found stock needs a cost (rule I7). */
  needsCost: boolean;
};
type Values = {
  reason: AdjustmentReason;
  note: string;
  business_date: string;
  date_reason: string;
  lines: Line[];
};

const emptyLine: Line = { product_id: null, text: '', quantity: '', value: '', needsCost: false };

const emptyAdjustment = (): Values => ({
  reason: 'damaged',
  note: '',
  business_date: today(),
  date_reason: '',
  lines: [emptyLine],
});

/** Removed stock is entered as a positive quantity and sent as a negative one. */
function signed(reason: AdjustmentReason, text: string): string {
  const quantity = typedQuantity(text);
  return adjustmentDirection[reason] === 'out' && /^\d/.test(quantity) ? `-${quantity}` : quantity;
}

/**
 * The quantity as it is entered under another reason. A removal stays one where quantities have a sign of their own, and
 * the sign is shown where they have none.
 */
function quantityUnder(
  reason: AdjustmentReason,
  { was, text }: { was: AdjustmentReason; text: string },
): string {
  const [before, after] = [adjustmentDirection[was], adjustmentDirection[reason]];
  if (before === 'out' && after === 'either') return signed(was, text);
  const quantity = typedQuantity(text);
  return before === 'either' && after === 'out' && quantity.startsWith('-') ? quantity.slice(1) : text;
}

const reasonsFor = (withCost: boolean) =>
  Object.entries(adjustmentReasonNames)
    .filter(([value]) => value !== 'write_down' || withCost)
    .map(([value, label]) => ({ value, label }));

/** The form under another reason. */
const under = (chosen: string, { reason: was, lines }: Values): Pick<Values, 'reason' | 'lines'> => {
  const reason = chosen as AdjustmentReason;
  return {
    reason,
    lines: lines.map(line => ({ ...line, quantity: quantityUnder(reason, { was, text: line.quantity }) })),
  };
};

const directionWords = {
  in: 'Quantity added',
  out: 'Quantity removed',
  either: '+ to add, − to remove',
  value: undefined,
} as const;
const signs = { in: '+', out: '−', either: undefined, value: undefined } as const;

/** A value is asked for in a write-down, and for found stock whose cost is not known. */
const needsValue = (reason: AdjustmentReason, { quantity, needsCost }: Line): boolean => {
  const direction = adjustmentDirection[reason];
  if (direction === 'value') return true;
  return needsCost && direction !== 'out' && !typedQuantity(quantity).startsWith('-');
};

const isBlank = ({ text, quantity, value }: Line): boolean =>
  [text, quantity, value].every(typed => typed.trim() === '');

/** Enter adds a line, so the last one may be left blank. */
const withoutBlankEnd = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(0, Math.max(1, lines.findLastIndex(line => !isBlank(line)) + 1));

const sentOf = ({ lines, ...values }: Values) => {
  const direction = adjustmentDirection[values.reason];
  return {
    ...values,
    lines: withoutBlankEnd(lines).map(line => ({
      product_id: line.product_id,
      ...(direction === 'value' || line.quantity.trim() === ''
        ? {}
        : { quantity: signed(values.reason, line.quantity) }),
      ...(!needsValue(values.reason, line) || line.value.trim() === ''
        ? {}
        : { value: typedPounds(line.value) }),
    })),
  };
};
const ownUseHelp =
  'If you reclaimed the VAT on these goods, you owe VAT on their cost: also post a VAT adjustment with the reason “Goods for own use”.';

const adjustmentForm = z.preprocess(values => sentOf(values as Values), stockAdjustments.create.body);

/** Adjusts stock: products with quantities, and the reason. Posts at once. */
export function AdjustmentCreatePage() {
  usePageTitle('Adjust Stock');
  const { can } = useAccess();
  const afterSave = useSavedRecord<{ id: number; number: string }>({
    read: everything,
    list: '/stock/adjustments',
    page: ({ id }) => `/stock/adjustments/${id}`,
    words: ({ number }) => `${number} posted.`,
  });
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm({
    schema: adjustmentForm,
    initial: emptyAdjustment(),
    send: (values, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(stockAdjustments.create, {
          body: { ...sentOf(values), client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: afterSave.onSaved,
    failure: 'The adjustment was not posted.',
  });
  const { form: fields } = form;
  return (
    <>
      <PageHeader
        title="Adjust Stock"
        actions={<BackButton to="/stock/adjustments">Back to list</BackButton>}
      />
      <Card title="Adjustment">
        <Form isDocument form={form} submitLabel="Post" onCancel={afterSave.toList}>
          <div className="form-columns">
            <NativeSelect
              label="Reason"
              description={fields.values.reason === 'own_use' ? ownUseHelp : undefined}
              required
              data={reasonsFor(can('view_cost'))}
              {...fields.getInputProps('reason')}
              onChange={event => fields.setValues(under(event.currentTarget.value, fields.getValues()))}
            />
            <TextInput label="Note" maxLength={300} {...fields.getInputProps('note')} />
            <DatedFields form={fields} name="business_date" label="Date" />
          </div>
          <fieldset className="adjust-lines">
            <legend>Products</legend>
            {fields.values.lines.map((_, index) => (
              // Lines have no key but their index.
              <LineFields key={index} index={index} form={fields} />
            ))}
          </fieldset>
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} />}
              onClick={() => fields.insertListItem('lines', emptyLine)}
            >
              Add product
            </Button>
          </div>
        </Form>
      </Card>
      {approval.dialog}
    </>
  );
}

type Fields = ReturnType<typeof useContractForm<Values, unknown>>['form'];

const productAt = (index: number) => `[data-path="lines.${index}.product_id"]`;

/** One line. The focus goes from the product to its quantity, and with Enter to the next line. */
function LineFields({ index, form }: { index: number; form: Fields }) {
  const { reason, lines } = form.values;
  const direction = adjustmentDirection[reason];
  const line = lines[index];
  const at = (name: keyof Line) => `lines.${index}.${name}`;
  const ofLine = `of line ${index + 1}`;
  const quantity = useRef<HTMLInputElement>(null);
  const set = (change: Partial<Line>) =>
    form.setFieldValue(
      'lines',
      form.getValues().lines.map((one, place) => (place === index ? { ...one, ...change } : one)),
    );
  const choose = ({ id, name, is_cost_known }: ProductChoice) => {
    set({ text: name, product_id: id, needsCost: !is_cost_known });
    // A slow answer does not take the focus from where the user is by now.
    if (document.activeElement?.matches(productAt(index))) quantity.current?.focus();
  };
  const goOn = () => {
    // A new line takes the focus itself.
    if (index === lines.length - 1) form.insertListItem('lines', emptyLine);
    else document.querySelector<HTMLElement>(productAt(index + 1))?.focus();
  };
  return (
    <div className="adjust-line">
      <ProductField
        label={`Product ${ofLine}`}
        path={at('product_id')}
        error={form.errors[at('product_id')]}
        text={line?.text ?? ''}
        onText={text => set({ text, product_id: null, needsCost: false })}
        onChoose={choose}
        isForStock
        isFirst
      />
      {direction !== 'value' && (
        <QuantityInput
          ref={quantity}
          aria-label={`Quantity ${ofLine}`}
          leftSection={signs[direction] && <span aria-hidden>{signs[direction]}</span>}
          aria-description={directionWords[direction]}
          onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && goOn()}
          placeholder={directionWords[direction]}
          {...form.getInputProps(at('quantity'))}
        />
      )}
      {line && needsValue(reason, line) && (
        <MoneyInput
          aria-label={`Value ${ofLine}`}
          placeholder={direction === 'value' ? 'Reduce value by' : 'Total cost'}
          {...form.getInputProps(at('value'))}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove line ${index + 1}`}
        disabled={lines.length === 1}
        onClick={() => form.removeListItem('lines', index)}
      >
        <X size={16} />
      </ActionIcon>
    </div>
  );
}
