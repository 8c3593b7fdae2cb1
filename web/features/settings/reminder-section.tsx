import { Checkbox, TextInput } from '@mantine/core';
import { notificationKinds } from '#domain/notifications/notification-kinds';
import { type ReminderSettings, reminderSettings } from '#domain/settings/reminders.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** Which reminders are sent, and how many days before or after the date. */
export const ReminderSection = () => (
  <SettingCard
    title="Reminders"
    about="Sent every morning, once for each item, to the users who can see it. Users can turn off each kind in their profile. Expiring documents are also emailed to users who can edit employees."
    get={reminderSettings.get}
    save={reminderSettings.save}
    recordedAs="Reminders"
  >
    {({ setting, onSaved }) => <ReminderForm start={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = Omit<ReminderSettings, Days> & Record<Days, string>;
type Days = 'bill_days' | 'invoice_days' | 'document_days';
type Props = { start: ReminderSettings; onSaved: (saved: ReminderSettings) => void };

const rows = [
  {
    kind: 'bill_due',
    isOn: 'bills',
    days: 'bill_days',
    label: 'Days before a bill is due',
    about: 'Enter 0 for the due date itself.',
  },
  {
    kind: 'overdue_invoice',
    isOn: 'invoices',
    days: 'invoice_days',
    label: 'Days after an invoice is due',
    about: 'Enter 1 for the morning after.',
  },
  {
    kind: 'expiring_document',
    isOn: 'documents',
    days: 'document_days',
    label: 'Days before a document expires',
    about: 'The document is also flagged from then on.',
  },
] as const;

function ReminderForm({ start, onSaved }: Props) {
  const form = useSettingForm(reminderSettings.save, {
    setting: start,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The reminders could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        {rows.map(({ kind, isOn, days, label, about }) => (
          <div className="reminder form-wide" key={kind}>
            <Checkbox
              label={notificationKinds[kind].label}
              description={notificationKinds[kind].when}
              {...field(isOn, { type: 'checkbox' })}
            />
            <TextInput
              label={label}
              description={about}
              inputMode="numeric"
              maxLength={3}
              classNames={{ input: 'figures' }}
              {...field(days)}
            />
          </div>
        ))}
      </div>
    </Form>
  );
}

const valuesOf = (settings: ReminderSettings): Values => ({
  ...settings,
  bill_days: String(settings.bill_days),
  invoice_days: String(settings.invoice_days),
  document_days: String(settings.document_days),
});

/** Blank is not a number, and not 0. */
const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));
const bodyOf = (values: Values) => ({
  ...values,
  bill_days: number(values.bill_days),
  invoice_days: number(values.invoice_days),
  document_days: number(values.document_days),
});
