import { Textarea, TextInput } from '@mantine/core';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Card } from '../../ui/card';
import { DateInput } from '../../ui/dates/date-input';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { type ContractForm, Form } from '../../ui/form/form';
import { SupplierPicker } from '../suppliers';
import { AddButton, useAddFromOrder } from './add-from-order';
import { useChangeSupplier } from './change-supplier';
import type { OrderFormValues } from './order-form-values';
import { OrderLineGrid } from './order-line-grid';
import { SameReference } from './same-reference';
import { useOrderForm } from './use-order-form';

type Props = {
  /** The order to change; omitted for a new one. */
  order: OrderDetail | null;
  onSaved: (order: OrderDetail) => void;
  onCancel: () => void;
};

/** Adds an order, edits a draft or revises a sent order. */
export function PurchaseOrderForm({ order, onSaved, onCancel }: Props) {
  const document = useOrderForm(order, onSaved);
  const { form, lines, autosave } = document;
  const changeSupplier = useChangeSupplier(form, lines);
  const adding = useAddFromOrder(form, lines, changeSupplier);
  const isRevision = order !== null && order.status !== 'draft';
  return (
    <>
      <Form
        isDocument
        form={form}
        submitLabel={order ? (isRevision ? 'Save revision' : 'Save') : 'Save draft'}
        onCancel={onCancel}
      >
        <DraftAlerts {...document} />
        <OrderHead
          form={form}
          orderId={order?.id ?? null}
          isRevision={isRevision}
          onSupplier={changeSupplier}
          onAddSupplier={adding.addSupplier}
        />
        <OrderLineGrid form={form} lines={lines} kept={autosave.kept} onAddProduct={adding.addProduct} />
      </Form>
      {adding.dialogs}
    </>
  );
}

function OrderHead({
  form: { form },
  orderId,
  isRevision,
  onSupplier,
  onAddSupplier,
}: {
  form: ContractForm<OrderFormValues>;
  orderId: number | null;
  isRevision: boolean;
  onSupplier: ReturnType<typeof useChangeSupplier>;
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
          onChange={onSupplier}
        />
        <DateInput label="Order date" required {...form.getInputProps('order_date')} />
        <DateInput label="Expected delivery" {...form.getInputProps('expected_delivery_date')} />
        <div>
          <TextInput label="Reference" maxLength={100} {...form.getInputProps('reference')} />
          <SameReference orderId={orderId} supplier={supplier} reference={form.values.reference} />
        </div>
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
