import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPercent } from '#domain/kernel/percent';
import { vatCodeNames } from '#domain/kernel/vat';
import { settingHistory } from '#domain/settings/setting-history.contract';
import { type VatRateRow, vatRates } from '#domain/settings/vat-rates.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useReload } from '../../platform/reload';
import { toast } from '../../platform/notices';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { LongTable } from '../../ui/table/long-table';
import { RowAction } from '../../ui/table/row-action';
import { booksNow, LockCard, VatPeriodsCard, VatRegistrationCard } from '../books';
import { FieldOfAddress } from './focus-field';
import { LoadedOr } from './setting-card';
import { DateInput } from '../../ui/dates/date-input';
import { SettingChanges } from './setting-changes';
import { vatRateDays } from './settings.queries';

const saved = () => toast.success('Saved successfully!');

/** VAT registration and periods, shared with the Books page, and the rates by date. */
export function VatSection() {
  const { can } = useAccess();
  return (
    <>
      {can('view_ledger') && (
        <>
          <VatRegistrationCard onSaved={saved} />
          <VatPeriodsCard onSaved={saved} />
        </>
      )}
      <RatesCard />
    </>
  );
}

/** The lock date, shared with the Books page. */
export function LockSection() {
  const client = useQueryClient();
  const page = useQuery(booksNow);
  return (
    <LoadedOr page={page}>
      {({ lock }) => (
        <>
          <LockCard
            lock={lock}
            onMoved={moved => {
              client.setQueryData(booksNow.queryKey, shown => shown && { ...shown, lock: moved });
              saved();
            }}
          />
          <FieldOfAddress />
        </>
      )}
    </LoadedOr>
  );
}

function RatesCard() {
  const { canCall } = useAccess();
  const client = useQueryClient();
  const reload = useReload(settingHistory);
  const [isAdding, setAdding] = useState(false);
  const page = useQuery(vatRateDays);
  const canEdit = canCall(vatRates.save);
  const keep = (rates: ReplyOf<typeof vatRates.list>) => {
    client.setQueryData(vatRateDays.queryKey, rates);
    setAdding(false);
    reload(saved);
  };
  const takeBack = async ({ code, valid_from }: VatRateRow) => {
    if ((code !== 'S' && code !== 'R') || !(await confirmedRemoval('Remove this VAT rate?', 'Remove')))
      return;
    try {
      keep(await request(vatRates.save, { body: { code, valid_from, percent: null }, shownInPlace: true }));
    } catch (error) {
      toast.error(messageOf(error, 'The rate could not be removed.'));
    }
  };
  return (
    <Card
      title="VAT rates"
      flush
      actions={
        canEdit && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => setAdding(true)}
          >
            Add rate
          </Button>
        )
      }
    >
      <p className="setting-about setting-about-flush">
        Each document keeps the rate of its date. New rates can only start on a future date.
      </p>
      <LoadedOr page={page}>
        {({ data }) => (
          <LongTable
            label="VAT rates"
            rows={data}
            rowKey={row => `${row.code} ${row.valid_from}`}
            columns={canEdit ? [...columns, actions(row => void takeBack(row))] : columns}
            empty="No VAT rates yet."
          />
        )}
      </LoadedOr>
      <SettingChanges setting="VAT" title="VAT rates" isFlush />
      <FieldOfAddress />
      {isAdding && <RateDialog onClose={() => setAdding(false)} onSaved={keep} />}
    </Card>
  );
}

const stateNames = { past: 'Past', current: 'Current', coming: 'Future' } as const;
const stateTones = { past: 'secondary', current: 'success', coming: 'info' } as const;

const columns: readonly Column<VatRateRow>[] = [
  { header: 'Rate', cell: row => vatCodeNames[row.code] },
  {
    header: 'Percent',
    align: 'end',
    cell: row => <span className="figures">{formatPercent(row.percent)}</span>,
  },
  { header: 'From', kind: 'date', cell: row => formatDate(row.valid_from) },
  {
    header: 'Status',
    kind: 'status',
    cell: row => <Badge tone={stateTones[row.state]}>{stateNames[row.state]}</Badge>,
  },
];

const actions = (onTakeBack: (row: VatRateRow) => void): Column<VatRateRow> => ({
  header: 'Actions',
  kind: 'actions',
  width: '90px',
  align: 'end',
  cell: row =>
    row.state === 'coming' && (
      <RowAction
        icon={Undo2}
        label="Remove"
        of={`${vatCodeNames[row.code]} from ${formatDate(row.valid_from)}`}
        onClick={() => onTakeBack(row)}
      />
    ),
});

type Values = { code: string; valid_from: string; percent: string };
type DialogProps = { onClose: () => void; onSaved: (rates: ReplyOf<typeof vatRates.list>) => void };

function RateDialog({ onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values, ReplyOf<typeof vatRates.list>>({
    schema: z.preprocess(values => bodyOf(values as Values), vatRates.save.body),
    initial: { code: 'S', valid_from: '', percent: '' },
    send: values => request(vatRates.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The rate could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <GuardedDialog onClose={onClose} title="Add VAT rate">
      <Form form={form} submitLabel="Save" onCancel={onClose}>
        <NativeSelect
          label="Rate"
          data={(['S', 'R'] as const).map(code => ({ value: code, label: vatCodeNames[code] }))}
          data-autofocus
          {...field('code')}
        />
        <Group grow align="start" gap={16}>
          <TextInput
            label="Percent"
            required
            inputMode="decimal"
            classNames={{ input: 'figures' }}
            {...field('percent')}
          />
          <DateInput label="From" required {...field('valid_from')} />
        </Group>
      </Form>
    </GuardedDialog>
  );
}

const bodyOf = ({ percent, ...rest }: Values) =>
  ({ ...rest, percent: percent.replace('%', '').trim() }) as BodySent<typeof vatRates.save>;
