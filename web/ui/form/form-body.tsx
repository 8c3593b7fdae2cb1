import { Alert, Button, Group } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusFirstField } from '../../platform/dialog-focus';
import { holdInput } from './hold-input';
import { cancelLabel } from './cancel-label';
import './form.css';

/** Why a form was not sent, and below it what can be done about it. */
type FormProblem = {
  readonly message: string;
  readonly details?: ReactNode;
  /** Closes the message (M-08). Choices below it stay until they are made. */
  readonly dismiss?: () => void;
};

/** What the body of a form shows of it. */
export type FormState = {
  readonly busy: boolean;
  readonly problem: FormProblem | null;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
};

export type FormBodyProps = {
  form: FormState;
  /** The button: "Save", "Sign in". */
  submitLabel: string;
  busyLabel?: string;
  onCancel?: () => void;
  /** Shows the submit button in red, for what cannot be undone. */
  isDestructive?: boolean | undefined;
  /** The submit button is not the primary one of its page. */
  isSecondary?: boolean;
  /** It cannot be sent as it is; what is on screen says why. */
  isBlocked?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** The form with its errors, fields and buttons. Ctrl+Enter submits it from anywhere, as it does every form. */
export function FormBody({
  form,
  submitLabel,
  busyLabel,
  isDestructive,
  isSecondary,
  onCancel,
  isBlocked = false,
  onKeyDown,
  children,
}: FormBodyProps) {
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isBlocked) return event.preventDefault();
    // An invalid date would be sent as no date.
    const wrong = event.currentTarget.querySelector<HTMLElement>('[data-date-wrong]');
    if (!wrong) return form.submit(event);
    event.preventDefault();
    wrong.blur();
    wrong.focus();
  };
  useLayoutEffect(() => focusFirstField(element.current), []);
  useLayoutEffect(() => (form.busy ? holdInput(element.current) : undefined), [form.busy]);
  return (
    <form ref={element} noValidate onSubmit={submit} onKeyDown={onKeyDown} className="form">
      {form.problem && <ProblemAlert {...form.problem} />}
      {children}
      <Group justify="flex-end" gap={8} mt={4}>
        {/* What is being saved cannot be called back: entered again, it would be saved twice. */}
        {onCancel && (
          <Button variant="default" disabled={form.busy} onClick={onCancel}>
            {cancelLabel(submitLabel)}
          </Button>
        )}
        <Button
          type="submit"
          {...(isDestructive && { color: 'red' })}
          {...(isSecondary && { variant: 'default' })}
          loading={form.busy && !busyLabel}
          disabled={form.busy || isBlocked}
          aria-busy={form.busy}
        >
          {form.busy && busyLabel ? busyLabel : submitLabel}
        </Button>
      </Group>
    </form>
  );
}

/** Long forms are sent from their end, where an alert at the top would go unseen. */
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' });

const ProblemAlert = ({ message, details, dismiss }: FormProblem) => (
  <Alert
    ref={bringIntoView}
    role="alert"
    color="red"
    variant="light"
    icon={<CircleAlert size={18} />}
    data-notice="danger"
    {...(dismiss ? { withCloseButton: true, onClose: dismiss } : {})}
    styles={{ message: { color: 'var(--mantine-color-text)', whiteSpace: 'pre-line' } }}
  >
    <span>{message}</span>
    {details}
  </Alert>
);
