import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ContractForm, Form } from '../form/form';
import { GuardedDialog } from './guarded-dialog';
import { NoticeAlert, type Notices } from '../notice';

type Props<Values extends { email: string }> = {
  title: string;
  form: ContractForm<Values>;
  notices: Notices;
  onClose: () => void;
  /** The content besides the address. */
  children: ReactNode;
};

/** The email dialog. It stays open while sending, so that the user sees the result. */
export const EmailDialog = <Values extends { email: string }>(props: Props<Values>) => {
  const { title, form, notices, onClose, children } = props;
  return (
    <GuardedDialog onClose={onClose} title={title} size="lg">
      <NoticeAlert notices={notices} />
      <Form form={form} submitLabel="Send Email" busyLabel="Sending..." onCancel={onClose}>
        <TextInput
          label="To Email"
          type="email"
          required
          maxLength={254}
          data-autofocus
          {...form.form.getInputProps('email')}
        />
        {children}
      </Form>
    </GuardedDialog>
  );
};
