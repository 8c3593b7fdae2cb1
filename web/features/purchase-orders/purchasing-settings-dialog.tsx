import { Modal, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { request } from '../../platform/api';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { typedPounds } from '../../ui/typed-figures';

type Settings = ReplyOf<typeof purchasingSettings.get>;
type Values = { approval_limit: string; over_receipt_percent: string };

/** The firm's rules of purchasing: what needs approval, and how much more than ordered is taken (rule P3). */
export function PurchasingSettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery({
    queryKey: [purchasingSettings.get.path],
    queryFn: () => request(purchasingSettings.get),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title="Rules of purchasing">
      {settings.data && !settings.isFetching ? (
        <SettingsForm settings={settings.data} onClose={onClose} />
      ) : (
        <Skeleton height={190} />
      )}
    </Modal>
  );
}

function SettingsForm({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const reload = useReload(purchasingSettings.get.path);
  const form = useContractForm<Values, Settings>({
    schema: z.preprocess(values => bodyOf(values as Values), purchasingSettings.update.body),
    initial: {
      approval_limit: settings.approval_limit === null ? '' : poundsFromPence(settings.approval_limit),
      over_receipt_percent: String(settings.over_receipt_percent / 100),
    },
    send: values => request(purchasingSettings.update, { body: bodyOf(values), shownInPlace: true }),
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
        description="Orders above this total are approved by somebody else before they are sent. Blank: none are."
        data-autofocus
        {...form.form.getInputProps('approval_limit')}
      />
      <TextInput
        label="More than ordered, in percent"
        description="How much more than was ordered may be received. 0: nothing."
        inputMode="decimal"
        classNames={{ input: 'figures' }}
        {...form.form.getInputProps('over_receipt_percent')}
      />
    </Form>
  );
}

const bodyOf = (values: Values): BodySent<typeof purchasingSettings.update> => ({
  approval_limit: values.approval_limit.trim() === '' ? null : typedPounds(values.approval_limit),
  over_receipt_percent: values.over_receipt_percent.replace('%', '').trim(),
});
