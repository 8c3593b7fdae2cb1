import type { ReactNode } from 'react';
import type * as z from 'zod';
import { useContractForm } from '../form/form';
import { FormDialog, ReasonField } from './form-dialog';

type Values = { reason: string; version?: number };

type Props<Reply> = Pick<
  React.ComponentProps<typeof ReasonField>,
  'description' | 'maxLength' | 'isOptional'
> & {
  title: string;
  size?: string;
  /** What the act does, in a sentence or two. */
  note?: ReactNode;
  submitLabel: string;
  isDestructive?: boolean;
  /** The request schema of the contract. */
  schema: z.ZodType;
  /** The version of the record on the screen, for an act that is refused once the record has changed. */
  version?: number;
  send: (body: Values, idempotencyKey: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** The fallback if the server sent no message. */
  failure: string;
  onClose: () => void;
};

/** An act that asks only for its reason, which the audit log keeps. */
export function ReasonDialog<Reply>(props: Props<Reply>) {
  const { title, size, note, submitLabel, isDestructive, onClose, ...act } = props;
  const { schema, version, send, onDone, failure, ...field } = act;
  const form = useContractForm<Values, Reply>({
    schema,
    initial: { reason: '', ...(version !== undefined && { version }) },
    send,
    onDone,
    failure,
    enteredHere: ['reason'],
  });
  return (
    <FormDialog
      title={title}
      size={size}
      note={note}
      form={form}
      submitLabel={submitLabel}
      isDestructive={isDestructive}
      onClose={onClose}
    >
      <ReasonField form={form.form} {...field} />
    </FormDialog>
  );
}
