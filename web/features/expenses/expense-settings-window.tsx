import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { expenseSettings } from '#domain/expenses/expense.contract';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { typedPounds } from '../../ui/typed-figures';

type Settings = ReplyOf<typeof expenseSettings.get>;
type Values = { approval_limit: string; receipt_limit: string };

/** The firm's rules of expenses: what somebody else approves, and what needs a receipt. */
export function ExpenseSettingsWindow({ onClose }: { onClose: () => void }) {
  const settings = useQuery({
    queryKey: [expenseSettings.get.path],
    queryFn: () => request(expenseSettings.get),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title="Rules of expenses">
      {settings.data && !settings.isFetching ? (
        <SettingsForm settings={settings.data} onClose={onClose} />
      ) : (
        <Skeleton height={220} />
      )}
    </Modal>
  );
}

function SettingsForm({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const reload = useReload(expenseSettings.get.path);
  const form = useContractForm<Values, Settings>({
    schema: z.preprocess(values => bodyOf(values as Values), expenseSettings.update.body),
    initial: {
      approval_limit: poundsFromPence(settings.approval_limit),
      receipt_limit: settings.receipt_limit === null ? '' : poundsFromPence(settings.receipt_limit),
    },
    send: values => request(expenseSettings.update, { body: bodyOf(values), shownInPlace: true }),
    onDone: () => {
      reload();
      toast.success('The rules are saved.');
      onClose();
    },
    failure: 'The rules could not be saved.',
  });
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose}>
      <MoneyInput
        label="Approval above"
        required
        description="Expenses above this amount are approved by somebody else than who entered them. Up to it they are approved when they are submitted."
        data-autofocus
        {...form.form.getInputProps('approval_limit')}
      />
      <MoneyInput
        label="Receipt above"
        description="Expenses above this amount are submitted with a receipt. Blank: none needs one."
        {...form.form.getInputProps('receipt_limit')}
      />
    </Form>
  );
}

const bodyOf = (values: Values): BodySent<typeof expenseSettings.update> => ({
  approval_limit: typedPounds(values.approval_limit),
  receipt_limit: values.receipt_limit.trim() === '' ? null : typedPounds(values.receipt_limit),
});
