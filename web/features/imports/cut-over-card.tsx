import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { formatDate } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import { newIdempotencyKey, request } from '../../platform/api';
import { Card } from '../../ui/card';
import { Problem, type StepProps } from './step';
import { isPast } from '../../ui/form/dated-fields';
import { DateInput } from '../../ui/dates/date-input';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { useFailedWrite } from '../../ui/form/use-failed-write';

/** The cut-over day of an imported history (rule V29). */
export function CutOverCard({ imported, onChange }: StepProps) {
  const { canCall } = useAccess();
  const current = imported.history?.vat_cut_over ?? null;
  const [day, setDay] = useState(current ?? imported.history?.proposed_cut_over ?? '');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useFailedWrite(setProblem);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || day === '' || day === current) return;
    setBusy(true);
    setProblem(null);
    try {
      onChange(await send(imported, day, reason));
    } catch (error) {
      failed(error, 'The cut-over day could not be changed. Try again.');
    }
    setBusy(false);
  };
  if (!canCall(imports.cutOver)) return null;
  return (
    <Card title="VAT returned elsewhere">
      {problem && <Problem text={problem} />}
      <form
        className="import-actions"
        noValidate
        onKeyDown={event => enterToNextField(event, true)}
        onSubmit={event => void save(event)}
      >
        <DateInput
          className="import-option"
          label="VAT returned elsewhere up to"
          description={wordsOf(current)}
          value={day}
          onChange={date => setDay(date)}
        />
        {day !== '' && day !== current && isPast(day) && (
          <TextInput
            className="import-option"
            label="Reason for backdating"
            description="If VAT moves, a journal is dated the cut-over day"
            maxLength={300}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="default" loading={busy} disabled={day === '' || day === current}>
          Change cut-over day
        </Button>
      </form>
    </Card>
  );
}

const wordsOf = (current: string | null): string =>
  current === null
    ? 'Not set. VAT on all imported sales is in your VAT returns here.'
    : `Sales up to ${formatDate(current)} are in your reports but not in a VAT return here. Later sales are in both.`;

const send = ({ id }: ImportDetail, day: string, reason: string): Promise<ImportDetail> =>
  request(imports.cutOver, {
    params: { id },
    body: { day, date_reason: reason || null },
    idempotencyKey: newIdempotencyKey(),
    shownInPlace: true,
  });
