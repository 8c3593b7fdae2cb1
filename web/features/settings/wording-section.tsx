import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type DocumentEmail, documentEmails, type EmailValues } from '#domain/emails/document-emails';
import { merge } from '#domain/emails/merge-fields';
import { capitalise } from '#domain/kernel/capitalise';
import {
  eachText,
  type EmailWording,
  type EmailWordingSettings,
  emailWordingSettings,
} from '#domain/settings/email-wording.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { companyNow } from './settings.queries';
import '../../ui/dialogs/email-document-dialog.css';
import { useSettingForm } from './use-setting-form';

/** The subject and message of each document email, next to a preview. */
export const WordingSection = () => (
  <SettingCard
    title="Email wording"
    about="What emails with a document say, one by one and in bulk. You can still change the text of each email before you send it, except reminders. The figures, how to pay and your address follow below the message."
    get={emailWordingSettings.get}
    save={emailWordingSettings.save}
    recordedAs="Email wording"
  >
    {({ setting, onSaved }) => <WordingForm wording={setting} onSaved={onSaved} />}
  </SettingCard>
);

const emails = Object.keys(documentEmails) as DocumentEmail[];

type Values = { [Field in keyof EmailWording]: string } & { version: number };
type Props = { wording: EmailWordingSettings; onSaved: (saved: EmailWordingSettings) => void };

function WordingForm({ wording, onSaved }: Props) {
  const { data: company } = useQuery(companyNow);
  const form = useSettingForm(emailWordingSettings.save, {
    setting: wording,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The email wording could not be saved.',
  });
  const { values, getInputProps: field, setFieldValue } = form.form;
  return (
    <Form form={form} submitLabel="Save">
      {emails.map(of => {
        const { name, texts } = documentEmails[of];
        const typed = { subject: values[`${of}_subject`], message: values[`${of}_message`] };
        return (
          <section className="wording" key={of} aria-label={name}>
            <TextInput label={`${name} subject`} maxLength={200} {...field(`${of}_subject`)} />
            <Textarea
              label={`${name} message`}
              maxLength={4000}
              autosize
              minRows={2}
              maxRows={12}
              {...field(`${of}_message`)}
            />
            <Placeholders of={of} />
            <Preview of={of} typed={typed} company={company?.head.name ?? ''} />
            <Button
              className="wording-default"
              variant="subtle"
              size="compact-sm"
              leftSection={<RotateCcw size={14} />}
              onClick={() => {
                setFieldValue(`${of}_subject`, texts.subject);
                setFieldValue(`${of}_message`, texts.message);
              }}
            >
              Use the default {name.toLowerCase()} wording
            </Button>
          </section>
        );
      })}
    </Form>
  );
}

const Placeholders = ({ of }: { of: DocumentEmail }) => (
  <details>
    <summary>Placeholders</summary>
    <dl className="wording-fields">
      {Object.entries(documentEmails[of].fields).map(([name, meaning]) => (
        <div key={name}>
          <dt>{`{{${name}}}`}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);

type PreviewProps = {
  of: DocumentEmail;
  typed: { readonly subject: string; readonly message: string };
  company: string;
};

/** The unsaved texts with invented figures. A blank text is the default one. */
function Preview({ of, typed, company }: PreviewProps) {
  const { name, texts } = documentEmails[of];
  const values = { ...sample[of], company };
  return (
    <figure className="mail-preview wording-preview" aria-label={`${name} preview`}>
      <figcaption className="mail-preview-rest">Preview</figcaption>
      <h3>{capitalise(merge(typed.subject.trim() || texts.subject, values))}</h3>
      <p>{merge(typed.message.trim() || texts.message, values)}</p>
    </figure>
  );
}

const sample: { readonly [Of in DocumentEmail]: Omit<EmailValues<Of>, 'company'> } = {
  invoice: {
    document: 'invoice',
    number: 'INV-00042',
    customer: 'Northwick Kitchens Ltd',
    date: '21 Nov 2026',
    total: '£148.50',
    balance: '£148.50',
  },
  quote: {
    number: 'QUO-00017',
    customer: 'Northwick Kitchens Ltd',
    date: '21 Nov 2026',
    valid_until: '21 Dec 2026',
    total: '£148.50',
  },
  order: {
    number: 'PO-00031',
    supplier: 'Harbour Wholesale Ltd',
    date: '21 Nov 2026',
    expected_delivery: '28 Nov 2026',
    total: '£960.00',
  },
  statement: {
    customer: 'Northwick Kitchens Ltd',
    period: 'up to 30 Nov 2026',
    balance: '£240.99',
    overdue: '£91.30',
  },
  reminder: {
    reminder: 'Friendly reminder',
    request: 'It may have slipped your mind: £91.30 on your account is past its due date.',
    customer: 'Northwick Kitchens Ltd',
    amount: '£91.30',
  },
};

const valuesOf = (stored: EmailWordingSettings): Values => ({
  ...eachText(
    of => stored[`${of}_subject`] ?? documentEmails[of].texts.subject,
    of => stored[`${of}_message`] ?? documentEmails[of].texts.message,
  ),
  version: stored.version,
});

/** A text that is the default one stays so, should a later version change it. */
const unlessDefault = (typed: string, standard: string) => (typed === standard ? null : typed);
const bodyOf = ({ version, ...values }: Values) => ({
  ...eachText(
    of => unlessDefault(values[`${of}_subject`], documentEmails[of].texts.subject),
    of => unlessDefault(values[`${of}_message`], documentEmails[of].texts.message),
  ),
  version,
});
