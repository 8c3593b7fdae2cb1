import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { exportScope, isZeroRatedExport } from '#domain/countries/vat-by-country';
import { formatDate } from '#domain/kernel/dates';
import { evidenceKindNames } from '#domain/sales/export-evidence';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { today } from '../../ui/form/dated-fields';
import { FactList } from '../../ui/record/fact-list';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { optionsFrom } from '../../ui/form/options-from';
import { DateInput } from '../../ui/dates/date-input';

type Props = { sale: SaleDetail; onSaved: (message: string) => void };

/** Proof that the goods of a zero-rated export left the UK (rule V28). */
export function ExportEvidenceCard({ sale, onSaved }: Props) {
  const { canCall } = useAccess();
  const [adding, setAdding] = useState(false);
  if (!isZeroRatedExport(sale)) return null;
  return (
    <Card
      title="Proof of export"
      actions={
        canCall(sales.addEvidence) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => setAdding(true)}
          >
            Add proof
          </Button>
        )
      }
    >
      {sale.export_evidence.length === 0 ? (
        <p className="document-empty">
          No proof of export yet. To zero-rate this sale you need proof, within three months, that the goods
          left the UK.
        </p>
      ) : (
        <FactList
          facts={sale.export_evidence.map(({ id: _id, kind, reference, left_on, noted_by }) => ({
            label: evidenceKindNames[kind],
            value: `${reference}\nLeft the UK on ${formatDate(left_on)}, recorded by ${noted_by}`,
          }))}
        />
      )}
      <p className="document-empty">{exportScope}</p>
      {adding && (
        <EvidenceDialog
          sale={sale}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            onSaved('Proof of export saved.');
          }}
        />
      )}
    </Card>
  );
}

function EvidenceDialog({
  sale,
  onClose,
  onDone,
}: {
  sale: SaleDetail;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useContractForm({
    schema: sales.addEvidence.body,
    initial: { kind: 'courier_record' as const, reference: '', left_on: today() },
    send: (body, idempotencyKey) =>
      request(sales.addEvidence, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The proof could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog title="Add proof of export" form={form} submitLabel="Save" onClose={onClose}>
      <NativeSelect label="Kind" data={optionsFrom(evidenceKindNames)} data-autofocus {...field('kind')} />
      <TextInput
        label="Reference"
        description="Document number and where you keep it"
        required
        maxLength={200}
        {...field('reference')}
      />
      <DateInput label="Left the UK on" required {...field('left_on')} />
    </FormDialog>
  );
}
