import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { type ProductRow, products } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import type { Column } from '../../ui/data-table';
import { LongTable } from '../../ui/long-table';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { statusOptions } from '../../ui/status-options';
import { optionsOf, useProductChoices } from './product-choices';
import '../../ui/form.css';

type Props = {
  products: readonly ProductRow[];
  onClose: () => void;
  /** How many products changed. */
  onSaved: (changed: number) => void;
};

type Fields = { status: string; category: string; percent: string };
type Body = BodySent<typeof products.bulkEdit>;
type Preview = ReplyOf<typeof products.bulkPreview>['rows'];

const noCategory = 'none';

/** Changes status, category or price of several products: preview first, then all or none. */
export function BulkEditDialog({ products: chosen, onClose, onSaved }: Props) {
  const edit = useBulkEdit(chosen, onSaved);
  const { fields, preview } = edit;
  const count = chosen.length === 1 ? '1 product' : `${chosen.length} products`;
  const isBlank = Object.values(changeOf(fields)).length === 0;
  return (
    <Modal opened onClose={onClose} title={`Change ${count}`} size="lg">
      <NoticeAlert notices={edit.notices} />
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (!isBlank) void (preview ? edit.save() : edit.show());
        }}
      >
        <BulkFields fields={fields} set={edit.set} error={edit.error} />
        {preview && (
          <LongTable
            label="Preview"
            rows={preview}
            rowKey={row => row.id}
            columns={columnsOf(fields)}
            empty="No products would change."
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBlank} loading={edit.busy}>
            {preview ? `Change ${count}` : 'Preview'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function useBulkEdit(chosen: readonly ProductRow[], onSaved: Props['onSaved']) {
  const [fields, setFields] = useState<Fields>({ status: '', category: '', percent: '' });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const notices = useNotice();

  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    notices.dismiss();
    try {
      await work();
    } catch (failure) {
      const percent = failure instanceof ApiError ? failure.errors['change.price_percent']?.[0] : undefined;
      setError(percent);
      if (!percent) notices.failed(messageOf(failure, 'The products could not be changed. Try again.'));
      setPreview(null);
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    preview,
    error,
    busy,
    notices,
    /** Another change needs a new preview. */
    set: (more: Partial<Fields>) => {
      setFields({ ...fields, ...more });
      setPreview(null);
      setError(undefined);
    },
    show: () =>
      whileBusy(async () => {
        const body = { products: chosen.map(({ id }) => ({ id })), change: changeOf(fields) };
        setPreview((await request(products.bulkPreview, { body, shownInPlace: true })).rows);
      }),
    save: () =>
      whileBusy(async () => {
        // The change applies to what was previewed: a product someone else changed since is refused.
        const shown = (preview ?? []).map(({ id, version }) => ({ id, version }));
        const body = { products: shown, change: changeOf(fields) };
        onSaved((await request(products.bulkEdit, { body, shownInPlace: true })).changed);
      }),
  };
}

function BulkFields({
  fields,
  set,
  error,
}: {
  fields: Fields;
  set: (more: Partial<Fields>) => void;
  error: string | undefined;
}) {
  const choices = useProductChoices();
  return (
    <div className="form-columns">
      <NativeSelect
        label="Status"
        data-autofocus
        data={[{ value: '', label: 'Keep current' }, ...statusOptions]}
        value={fields.status}
        onChange={event => set({ status: event.currentTarget.value })}
      />
      <NativeSelect
        label="Category"
        data={[
          ...optionsOf(choices?.categories, fields.category, 'Keep current'),
          { value: noCategory, label: 'No category' },
        ]}
        value={fields.category}
        onChange={event => set({ category: event.currentTarget.value })}
      />
      <TextInput
        className="form-wide"
        label="Change prices by"
        description="A positive percentage raises prices, a negative one lowers them. Prices are rounded to the penny."
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span aria-hidden>%</span>}
        value={fields.percent}
        error={error}
        onChange={event => set({ percent: event.currentTarget.value })}
      />
    </div>
  );
}

/** Only chosen fields are sent; the others do not change. */
function changeOf({ status, category, percent }: Fields): Body['change'] {
  const price_percent = percent.replaceAll(/[%+\s]/g, '').replace('−', '-');
  return {
    ...(status === '' ? {} : { status: status as 'active' | 'inactive' }),
    ...(category === '' ? {} : { category_id: category === noCategory ? null : Number(category) }),
    ...(price_percent === '' ? {} : { price_percent }),
  };
}

const columnsOf = ({ percent }: Fields): readonly Column<Preview[number]>[] => [
  { header: 'SKU', kind: 'code', cell: row => <span className="figures">{row.sku}</span> },
  { header: 'Name', cell: row => row.name },
  {
    header: 'Current price',
    align: 'end',
    cell: row => <span className="figures">{formatPounds(row.price_before)}</span>,
  },
  ...(percent.trim() === ''
    ? []
    : [
        {
          header: 'New price',
          align: 'end' as const,
          cell: (row: Preview[number]) => (
            <strong className="figures">{formatPounds(row.price_after)}</strong>
          ),
        },
      ]),
];
