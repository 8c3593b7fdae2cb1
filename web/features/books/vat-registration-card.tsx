import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { type FirmVatRegistration, vatRegistration } from '#domain/books/vat-registration.contract';
import type { BodySent } from '#domain/kernel/call';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { companyStatusQuery } from '../../platform/company-status';
import { Card } from '../../ui/card';
import { FactList } from '../../ui/record/fact-list';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { today } from '../../ui/form/dated-fields';
import { DateInput } from '../../ui/dates/date-input';
import { registrationOfCompany } from './books.queries';

/**
 * Whether the business is registered for VAT, which decides whether VAT it is charged is recovered or is a
 * cost.
 */
export function VatRegistrationCard({ onSaved }: { onSaved: () => void }) {
  const { canCall } = useAccess();
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const { data: registration } = useQuery(registrationOfCompany);
  if (!registration) return null;
  const edit = canCall(vatRegistration.save) && (
    <Button
      size="xs"
      variant="default"
      leftSection={<Pencil size={14} />}
      aria-label="Edit the VAT registration"
      onClick={() => setEditing(true)}
    >
      Edit
    </Button>
  );
  return (
    <Card title="VAT registration" actions={edit}>
      <p className="lock-words">{wordsOf(registration, today())}</p>
      <FactList
        facts={[
          { label: 'Registered', value: daysOf(registration) },
          {
            label: 'VAT number',
            value: registration.vat_number ?? (registration.is_registered ? 'Not entered yet' : null),
          },
        ]}
      />
      {editing && (
        <RegistrationDialog
          registration={registration}
          onClose={() => setEditing(false)}
          onSaved={saved => {
            client.setQueryData(registrationOfCompany.queryKey, saved);
            void client.invalidateQueries({ queryKey: companyStatusQuery.queryKey });
            setEditing(false);
            onSaved();
          }}
        />
      )}
    </Card>
  );
}

const asCost = 'You charge no VAT, and VAT charged by suppliers is part of the cost of goods and services.';

function wordsOf(registration: FirmVatRegistration, day: CalendarDate): string {
  const { is_registered, registered_from: from, registered_until: until } = registration;
  if (isRegisteredOn(registration, day)) return 'VAT charged by suppliers is recovered as input VAT.';
  if (is_registered && from !== null && day < from)
    return `The registration begins on ${formatDate(from)}. Until then: ${lowered(asCost)}`;
  if (is_registered && until !== null)
    return `The registration ended on ${formatDate(until)}. ${asCost} VAT on bills dated up to that day is still recovered.`;
  return asCost;
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function daysOf({ is_registered, registered_from, registered_until }: FirmVatRegistration): string {
  if (!is_registered) return 'No';
  const from = registered_from && `from ${formatDate(registered_from)}`;
  const until = registered_until && `until ${formatDate(registered_until)}`;
  return ['Yes', from, until].filter(Boolean).join(', ');
}

type Values = {
  is_registered: boolean;
  vat_number: string;
  registered_from: string;
  registered_until: string;
  version: number;
};
type DialogProps = {
  registration: FirmVatRegistration;
  onClose: () => void;
  onSaved: (saved: FirmVatRegistration) => void;
};

function RegistrationDialog({ registration, onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values, FirmVatRegistration>({
    schema: z.preprocess(values => bodyOf(values as Values), vatRegistration.save.body),
    initial: valuesOf(registration),
    send: values => request(vatRegistration.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The VAT registration could not be saved.',
    valuesOfCurrent: current => valuesOf(z.decode(vatRegistration.save.reply, current as never)),
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog title="VAT registration" form={form} submitLabel="Save" onClose={onClose}>
      <Checkbox
        label="Registered for VAT"
        description="Documents already posted keep their VAT"
        data-autofocus
        {...field('is_registered', { type: 'checkbox' })}
      />
      {form.form.values.is_registered && (
        <>
          <TextInput
            label="VAT number"
            description="Nine digits, with or without GB"
            required
            maxLength={40}
            {...field('vat_number')}
          />
          <div className="form-columns">
            <DateInput
              label="Registered from"
              description="Leave blank if registered before you started here"
              {...field('registered_from')}
            />
            <DateInput
              label="Registered until"
              description="Leave blank if still registered"
              {...field('registered_until')}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}

const valuesOf = ({
  vat_number,
  registered_from,
  registered_until,
  ...rest
}: FirmVatRegistration): Values => ({
  ...rest,
  vat_number: vat_number ?? '',
  registered_from: registered_from ?? '',
  registered_until: registered_until ?? '',
});

const bodyOf = ({
  registered_from,
  registered_until,
  ...rest
}: Values): BodySent<typeof vatRegistration.save> => ({
  ...rest,
  registered_from: registered_from || null,
  registered_until: registered_until || null,
});
