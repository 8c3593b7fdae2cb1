import { Button, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useStore } from '../../../platform/store';
import { useTill } from '../till-context';
import { enterToMissingField } from './enter-to-missing-field';
import { closing, type Discard, TillDialog } from './till-dialog';

type Props = {
  title: string;
  submitLabel: string;
  onSubmit: () => void;
  disabled?: boolean;
  busy?: boolean;
  /** A secondary action at the other end of the buttons. */
  aside?: ReactNode;
  size?: number;
  /** Where it goes instead of closing. */
  onCancel?: (() => void) | undefined;
  /** Asked before the dialog closes without sending. */
  discard?: Discard | null;
  children: ReactNode;
};

/** A dialog of the till: its fields and one button for Enter. */
export function TillForm({
  title,
  submitLabel,
  onSubmit,
  disabled,
  busy,
  aside,
  size = 420,
  discard = null,
  onCancel,
  children,
}: Props) {
  const till = useTill();
  const { store } = till;
  const close = onCancel ?? till.close;
  const isSending = useStore(store.isSending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled && !busy && !store.isSending.get()) onSubmit();
  };
  return (
    <TillDialog onClose={close} title={title} size={size} discard={discard}>
      <form className="till-form" noValidate onSubmit={submit} onKeyDown={enterToMissingField}>
        {children}
        <Group justify="space-between" gap={8} mt={8}>
          <div>{aside}</div>
          <Group gap={8}>
            <Button variant="default" disabled={isSending} onClick={closing(close, discard)}>
              Cancel
            </Button>
            <Button type="submit" disabled={disabled ?? false} loading={isSending || (busy ?? false)}>
              {submitLabel}
            </Button>
          </Group>
        </Group>
      </form>
    </TillDialog>
  );
}
