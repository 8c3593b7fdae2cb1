import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type MailTemplate, mergeFields, templates } from '#domain/emails/draft.contract';
import { request } from '../../platform/api';
import { toast } from '../../platform/notices';
import { leaving } from '../../platform/unsaved';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { NoticeAlert, removeAfterConfirming, useNotice } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { templateList, useReloadMail } from './emails.queries';

/** The user's own signature and the shared templates. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<MailTemplate | 'new' | null>(null);
  const existing = useQuery(templateList);
  return (
    <GuardedDialog onClose={onClose} title="Signature and templates" size="lg">
      {!existing.data ? (
        <Skeleton height={260} />
      ) : edited ? (
        <TemplateForm template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : (
        <>
          <SignatureForm signature={existing.data.signature} />
          <TemplateList list={existing.data.data} onEdit={next => leaving(() => setEdited(next))} />
        </>
      )}
    </GuardedDialog>
  );
}

function SignatureForm({ signature }: { signature: string }) {
  const reload = useReloadMail();
  const form = useContractForm<{ signature: string }, { message: string }>({
    schema: templates.sign.body,
    initial: { signature },
    send: body => request(templates.sign, { body, shownInPlace: true }),
    onDone: ({ message }) => {
      toast.success(message);
      void reload();
    },
    failure: 'The signature could not be saved.',
  });
  return (
    <Form form={form} submitLabel="Save signature">
      <Textarea
        label="Your signature"
        description="Added below every new email you write."
        autosize
        minRows={3}
        maxRows={8}
        {...form.form.getInputProps('signature')}
      />
    </Form>
  );
}

type ListProps = { list: readonly MailTemplate[]; onEdit: (template: MailTemplate | 'new') => void };

function TemplateList({ list, onEdit }: ListProps) {
  const notices = useNotice();
  const reload = useReloadMail();
  return (
    <section className="mail-templates" aria-label="Templates">
      <div className="mail-templates-head">
        <h3>Templates</h3>
        <Button variant="default" size="xs" onClick={() => onEdit('new')}>
          Add template
        </Button>
      </div>
      <NoticeAlert notices={notices} />
      {list.length === 0 && <p className="mail-dim">No templates yet. Add one for emails you write often.</p>}
      <ul>
        {list.map(template => (
          <li key={template.id}>
            <span>{template.name}</span>
            <RowAction icon={Pencil} label="Edit" of={template.name} onClick={() => onEdit(template)} />
            <RowAction
              icon={Trash2}
              label="Delete"
              of={template.name}
              danger
              onClick={() =>
                void removeAfterConfirming(notices, {
                  question: `Delete the template ${template.name}?`,
                  send: () => request(templates.remove, { params: { id: template.id }, shownInPlace: true }),
                  failure: 'The template could not be deleted.',
                  onDone: () => void reload(),
                })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type TemplateValues = { name: string; subject: string; body: string; version?: number };

function TemplateForm({ template, onClose }: { template: MailTemplate | null; onClose: () => void }) {
  const reload = useReloadMail();
  const form = useContractForm<TemplateValues, unknown>({
    schema: template ? templates.update.body : templates.create.body,
    initial: {
      name: template?.name ?? '',
      subject: template?.subject ?? '',
      body: template?.body ?? '',
      ...(template && { version: template.version }),
    },
    send: (body, idempotencyKey) =>
      template
        ? request(templates.update, {
            params: { id: template.id },
            body,
            shownInPlace: true,
          })
        : request(templates.create, { body, idempotencyKey, shownInPlace: true }),
    onDone: () => {
      void reload();
      onClose();
    },
    failure: 'The template could not be saved.',
  });
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose}>
      <TextInput label="Name" required data-autofocus {...form.form.getInputProps('name')} />
      <TextInput label="Subject" {...form.form.getInputProps('subject')} />
      <Textarea
        label="Message"
        required
        autosize
        minRows={6}
        maxRows={14}
        {...form.form.getInputProps('body')}
      />
      <div className="mail-dim">
        These placeholders are filled in when you use the template:
        <ul className="mail-merge">
          {Object.entries(mergeFields).map(([name, meaning]) => (
            <li key={name}>
              <code>{`{{${name}}}`}</code> {meaning}
            </li>
          ))}
        </ul>
      </div>
    </Form>
  );
}
