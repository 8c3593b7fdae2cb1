import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { Form, type FormProps } from '../form/form';
import { GuardedDialog } from './guarded-dialog';
import '../lines/dialog-lines.css';

type Props = Omit<FormProps, 'onCancel'> & {
  title: ReactNode;
  size?: string | number;
  /** What the form does, in a sentence or two. */
  note?: ReactNode;
  onClose: () => void;
};

/** A form in a dialog, which stays open while the form is sent. Closing it otherwise than by Cancel asks (GuardedDialog). */
export function FormDialog({ title, size = 'md', note, onClose, children, ...form }: Props) {
  return (
    <GuardedDialog onClose={onClose} title={title} size={size}>
      <Form {...form} onCancel={onClose}>
        {note && <p className="dialog-note">{note}</p>}
        {children}
      </Form>
    </GuardedDialog>
  );
}

type ReasonProps<Values> = {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
  isOptional?: boolean;
} & Pick<TextInputProps, 'description' | 'maxLength'>;

/** The reason for an act, required unless it is optional, and first in its dialog. */
export const ReasonField = <Values extends { reason: string }>({
  form,
  isOptional = false,
  maxLength = 300,
  description,
}: ReasonProps<Values>) => (
  <TextInput
    label="Reason"
    description={description}
    required={!isOptional}
    maxLength={maxLength}
    data-autofocus
    autoComplete="off"
    {...form.getInputProps('reason' as never)}
  />
);
