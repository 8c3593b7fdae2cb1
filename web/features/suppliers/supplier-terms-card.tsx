import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { type SupplierTerms, supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { FactList } from '../../ui/record/fact-list';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { termsOfSupplier } from './suppliers-details.queries';

/** A supplier's payment terms and VAT number. */
export function SupplierTermsCard({ supplierId, onChanged }: { supplierId: number; onChanged: () => void }) {
  const { canCall } = useAccess();
  const [editing, setEditing] = useState(false);
  const { data: terms } = useQuery(termsOfSupplier(supplierId));
  const edit = terms && canCall(supplierTerms.save) && (
    <Button
      size="xs"
      variant="default"
      leftSection={<Pencil size={14} />}
      aria-label="Edit the terms"
      onClick={() => setEditing(true)}
    >
      Edit
    </Button>
  );
  return (
    <Card title="Terms" actions={edit}>
      <FactList
        facts={[
          { label: 'Payment terms', value: terms && dueWords(terms.payment_terms_days) },
          { label: 'VAT number', value: terms?.vat_number ?? null },
        ]}
      />
      {editing && terms && (
        <TermsDialog
          terms={terms}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

const dueWords = (days: number) =>
  days === 0 ? 'Due on the bill date' : `${days} ${days === 1 ? 'day' : 'days'} from the bill date`;

type Values = { payment_terms_days: string; vat_number: string; version: number };
type DialogProps = { terms: SupplierTerms; onClose: () => void; onSaved: () => void };

function TermsDialog({ terms, onClose, onSaved }: DialogProps) {
  const form = useContractForm<Values, SupplierTerms>({
    schema: z.preprocess(values => bodyOf(values as Values), supplierTerms.save.body),
    initial: valuesOf(terms),
    send: values =>
      request(supplierTerms.save, { params: { id: terms.id }, body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The terms could not be saved.',
    valuesOfCurrent: current => valuesOf(z.decode(supplierTerms.save.reply, current as never)),
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog title="Terms" form={form} submitLabel="Save" onClose={onClose}>
      <TextInput
        label="Days until due"
        description="Existing bills keep their due date"
        inputMode="numeric"
        required
        data-autofocus
        {...field('payment_terms_days')}
      />
      <TextInput label="VAT number" maxLength={40} {...field('vat_number')} />
    </FormDialog>
  );
}

const valuesOf = (terms: SupplierTerms): Values => ({
  payment_terms_days: String(terms.payment_terms_days),
  vat_number: terms.vat_number ?? '',
  version: terms.version,
});

const bodyOf = ({ payment_terms_days, ...rest }: Values): BodySent<typeof supplierTerms.save> => ({
  ...rest,
  payment_terms_days: payment_terms_days.trim() === '' ? Number.NaN : Number(payment_terms_days),
});
