import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { formatMoment } from '#domain/kernel/dates';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { type ContractForm, Form, useContractForm } from '../../ui/form';
import { SupplierPicker } from '../suppliers';
import { today } from './dated-fields';
import { AddButton, useAddFromOrder } from './add-from-order';
import { useAutosave } from './draft-autosave';
import { bodyOf, formValuesOf, type OrderFormValues } from './order-form-values';
import { OrderLineGrid } from './order-line-grid';
import { DateInput } from '../../ui/date-input';

type Props = {
  /** The order to change; omitted for a new one. */
  order: OrderDetail | null;
  onSaved: (order: OrderDetail) => void;
  onCancel: () => void;
};

/** Adds an order, edits a draft or revises a sent order. */
export function PurchaseOrderForm({ order, onSaved, onCancel }: Props) {
  const autosave = useAutosave(order?.id ?? 'new');
  const [isRestored, setRestored] = useState(autosave.restored !== null);
  const fresh = () => formValuesOf(order, today());
  const form = useContractForm<OrderFormValues, OrderDetail>({
    schema: z.preprocess(
      values => bodyOf(values as OrderFormValues),
      order ? purchases.update.body : purchases.create.body,
    ),
    initial: autosave.restored?.values ?? fresh(),
    send: (values, idempotencyKey) =>
      order
        ? request(purchases.update, { params: { id: order.id }, body: bodyOf(values), shownInPlace: true })
        : request(purchases.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: saved => {
      autosave.forget();
      onSaved(saved);
    },
    failure: 'The order could not be saved. Try again.',
    isKept: true,
    valuesOfCurrent: row => formValuesOf(z.decode(purchases.update.reply, row as never), today()),
  });
  const { values } = form.form;
  const isTouched = form.form.isDirty();
  useEffect(() => {
    if (isTouched) autosave.keep(values);
  });
  const startAfresh = () => {
    form.form.setValues(fresh());
    form.form.resetDirty();
    autosave.drop();
    setRestored(false);
  };
  const adding = useAddFromOrder(form);
  const takeOver = () => {
    if (autosave.offered) form.form.setValues(autosave.offered.values);
    autosave.take();
  };
  const isRevision = order !== null && order.status !== 'draft';
  return (
    <>
      <Form
        isDocument
        form={form}
        submitLabel={order ? (isRevision ? 'Save revision' : 'Save') : 'Save draft'}
        onCancel={onCancel}
      >
        {isRestored && autosave.restored && (
          <RestoredDraftAlert savedAt={autosave.restored.savedAt} onStartAfresh={startAfresh} />
        )}
        {autosave.offered && !isTouched && (
          <OfferedAlert savedAt={autosave.offered.savedAt} onTake={takeOver} onRefuse={autosave.refuse} />
        )}
        <OrderHead form={form} isRevision={isRevision} onAddSupplier={adding.addSupplier} />
        <OrderLineGrid form={form} onAddProduct={adding.addProduct} />
      </Form>
      {adding.dialogs}
    </>
  );
}

const RestoredDraftAlert = ({ savedAt, onStartAfresh }: { savedAt: number; onStartAfresh: () => void }) => (
  <Alert
    role="status"
    color="info"
    variant="light"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="order-kept">
      Your unsaved changes from {formatMoment(new Date(savedAt))} have been restored.
      <Button variant="default" size="xs" onClick={onStartAfresh}>
        Discard changes
      </Button>
    </div>
  </Alert>
);

type OfferedProps = { savedAt: number; onTake: () => void; onRefuse: () => void };

/** Unsaved changes left in a closed tab. They are restored only on request. */
const OfferedAlert = ({ savedAt, onTake, onRefuse }: OfferedProps) => (
  <Alert
    role="status"
    color="info"
    variant="light"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="order-kept">
      Another tab has unsaved changes from {formatMoment(new Date(savedAt))}.
      <span className="order-kept-choices">
        <Button size="xs" onClick={onTake}>
          Restore
        </Button>
        <Button variant="default" size="xs" onClick={onRefuse}>
          Discard
        </Button>
      </span>
    </div>
  </Alert>
);

function OrderHead({
  form: { form },
  isRevision,
  onAddSupplier,
}: {
  form: ContractForm<OrderFormValues>;
  isRevision: boolean;
  onAddSupplier: (() => void) | null;
}) {
  const { supplier } = form.values;
  return (
    <Card title="Order" actions={!isRevision && <AddButton onClick={onAddSupplier}>New supplier</AddButton>}>
      <div className="order-head">
        <SupplierPicker
          label="Supplier"
          required
          placeholder="Name, email or phone"
          autoFocus={supplier === null}
          disabled={isRevision}
          chosen={supplier}
          error={form.errors.supplier_id}
          {...{ 'data-path': dataPathOf(form.getInputProps('supplier_id')) }}
          onChange={chosen => {
            form.setFieldValue('supplier', chosen && { id: chosen.id, name: chosen.name });
            form.clearFieldError('supplier_id');
          }}
        />
        <DateInput label="Order date" required {...form.getInputProps('order_date')} />
        <DateInput label="Expected delivery" {...form.getInputProps('expected_delivery_date')} />
        <TextInput label="Reference" maxLength={100} {...form.getInputProps('reference')} />
        {isRevision && (
          <TextInput
            className="order-head-wide"
            label="Reason for revision"
            description="Saved with the revision. The supplier does not see it."
            maxLength={300}
            {...form.getInputProps('revision_reason')}
          />
        )}
        <Textarea
          className="order-head-wide"
          label="Notes"
          description="Printed on the order"
          rows={2}
          maxLength={4000}
          {...form.getInputProps('notes')}
        />
      </div>
    </Card>
  );
}

const dataPathOf = (props: object) => (props as { 'data-path'?: string })['data-path'];
