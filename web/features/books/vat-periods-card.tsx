import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { formatDate } from '#domain/kernel/dates';
import { stagger, staggerNames } from '#domain/vat-returns/vat-period';
import { type FirmVatPeriods, vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { FactList } from '../../ui/record/fact-list';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { DateInput } from '../../ui/dates/date-input';
import { TextLink } from '../../ui/links';
import { periodsOfCompany } from './books.queries';

/** The periods of the VAT returns. */
export function VatPeriodsCard({ onSaved }: { onSaved: () => void }) {
  const { canCall } = useAccess();
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const { data: periods } = useQuery(periodsOfCompany);
  if (!periods) return null;
  const edit = canCall(vatPeriods.save) && (
    <Button
      size="xs"
      variant="default"
      leftSection={<Pencil size={14} />}
      aria-label="Edit the VAT periods"
      onClick={() => setEditing(true)}
    >
      Edit
    </Button>
  );
  return (
    <Card title="VAT periods" actions={edit}>
      <p className="lock-words">Transactions with VAT go into the return for their period.</p>
      <FactList
        facts={[
          { label: 'Periods', value: staggerNames[periods.stagger] },
          {
            label: 'First return begins',
            value: periods.first_day === null ? 'With the first posting' : formatDate(periods.first_day),
          },
          {
            label: 'Returns',
            value: <TextLink to="/reports/vat-return">VAT Returns</TextLink>,
          },
        ]}
      />
      {editing && (
        <PeriodsDialog
          periods={periods}
          onClose={() => setEditing(false)}
          onSaved={saved => {
            client.setQueryData(periodsOfCompany.queryKey, saved);
            setEditing(false);
            onSaved();
          }}
        />
      )}
    </Card>
  );
}

type Values = { stagger: FirmVatPeriods['stagger']; first_day: string; version: number };
type DialogProps = { periods: FirmVatPeriods; onClose: () => void; onSaved: (saved: FirmVatPeriods) => void };

function PeriodsDialog({ periods, onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values, FirmVatPeriods>({
    schema: z.preprocess(values => bodyOf(values as Values), vatPeriods.save.body),
    initial: valuesOf(periods),
    send: values => request(vatPeriods.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The VAT periods could not be saved.',
    valuesOfCurrent: current => valuesOf(z.decode(vatPeriods.save.reply, current as never)),
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog title="VAT periods" form={form} submitLabel="Save" onClose={onClose}>
      <NativeSelect
        label="Periods"
        description="As assigned by HMRC"
        data={stagger.options.map(value => ({ value, label: staggerNames[value] }))}
        data-autofocus
        {...field('stagger')}
      />
      <DateInput
        label="First return begins"
        description="Leave blank to begin with the first posting. If earlier periods were filed elsewhere, enter the next day: earlier VAT is then in no return here and moves to VAT payable"
        {...field('first_day')}
      />
    </FormDialog>
  );
}

const valuesOf = ({ first_day, ...rest }: FirmVatPeriods): Values => ({
  ...rest,
  first_day: first_day ?? '',
});
const bodyOf = ({ first_day, ...rest }: Values) => ({ ...rest, first_day: first_day || null });
