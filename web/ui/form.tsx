import { Alert, Button, Group } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { newIdempotencyKey } from '../platform/api';
import { ApiError, messageOf } from '../platform/api-error';
import { useUnsaved } from '../platform/unsaved';
import { beginAtFirstField } from '../platform/window-focus';
import './form.css';

type Problem = { readonly message: string; readonly current?: unknown };

export type ContractForm<Values> = {
  readonly form: UseFormReturnType<Values>;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void;
  /** Takes the values somebody else has saved meanwhile. */
  readonly takeCurrent: () => void;
};

type Options<Values extends Record<string, unknown>, Reply> = {
  /** The contract's request schema: what the server will hold the values against. */
  schema: z.ZodType;
  initial: Values;
  /** Sends the values. The key makes a repeated click or a retry after a lost answer have one effect. */
  send: (values: Values, idempotencyKey: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** Said when the server gave no message of its own. */
  failure: string;
  /** The form's values of a row that somebody else saved meanwhile, where the two have not the same fields. */
  valuesOfCurrent?: (row: unknown) => Values;
  /** What is typed is kept until it is saved, so leaving loses nothing and nobody is asked. */
  isKept?: boolean;
};

/**
 * One form over one call: validated by its contract, field errors of the server shown at their fields. What is
 * changed and not saved keeps the page from being left unasked.
 */
export function useContractForm<Values extends Record<string, unknown>, Reply>(
  options: Options<Values, Reply>,
): ContractForm<Values> {
  const { schema, initial, send, onDone, failure } = options;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const form = useForm<Values>({
    initialValues: initial,
    validate: schemaResolver(schema as never, { sync: true }) as never,
  });
  useUnsaved(() => !options.isKept && form.isDirty());

  const sendValues = async (values: Values) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const reply = await send(values, key);
      setKey(newIdempotencyKey());
      form.resetDirty();
      onDone(reply);
      // What onDone puts into the fields is nobody's unsaved change.
      form.resetDirty();
    } catch (error) {
      setProblem({
        message: messageOf(error, failure),
        ...(error instanceof ApiError ? { current: error.current } : {}),
      });
      if (error instanceof ApiError) showAtFields(form, error);
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    busy,
    problem,
    submit: form.onSubmit(
      values => void sendValues(values),
      errors => focusFirst(form, Object.keys(errors)),
    ),
    takeCurrent: () => {
      const { valuesOfCurrent = row => fieldsOf(initial, row) } = options;
      form.setValues(valuesOfCurrent(problem?.current));
      form.resetDirty();
      setProblem(null);
    },
  };
}

/** Of a row as it stands now, what the form has fields for. */
function fieldsOf<Values extends Record<string, unknown>>(initial: Values, row: unknown): Partial<Values> {
  const current = (row ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(initial).map(field => [field, current[field] ?? '']),
  ) as Partial<Values>;
}

function showAtFields<Values>(form: UseFormReturnType<Values>, error: ApiError): void {
  const fields = Object.entries(error.errors).map(([field, messages]) => [field, messages[0]] as const);
  form.setErrors(Object.fromEntries(fields));
  focusFirst(
    form,
    fields.map(([field]) => field),
  );
}

function focusFirst<Values>(form: UseFormReturnType<Values>, fields: string[]): void {
  const [first] = fields;
  // Errors are shown first, so that the field's message is read with it.
  if (first) requestAnimationFrame(() => form.getInputNode(first as never)?.focus());
}

type FormProps<Values> = {
  form: ContractForm<Values>;
  /** The verb on the button: "Save", "Sign in". */
  submitLabel: string;
  busyLabel?: string;
  onCancel?: () => void;
  /** A document: Enter in a field does not save it, only Ctrl+Enter and the button do. */
  isDocument?: boolean;
  children: ReactNode;
};

/** The form itself: what went wrong, the fields, and the buttons. Ctrl+Enter sends it from anywhere within. */
export function Form<Values>({
  form,
  submitLabel,
  busyLabel,
  onCancel,
  isDocument,
  children,
}: FormProps<Values>) {
  const sendOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return;
    const isMeant = event.ctrlKey || event.metaKey;
    // The browser sends a form at Enter in any field; a document would be saved half typed.
    if (isMeant || (isDocument && event.target instanceof HTMLInputElement)) event.preventDefault();
    if (isMeant) event.currentTarget.requestSubmit();
  };
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // What is no date would be sent as none.
    const wrong = event.currentTarget.querySelector<HTMLElement>('[data-date-wrong]');
    if (!wrong) return form.submit(event);
    event.preventDefault();
    wrong.blur();
    wrong.focus();
  };
  useLayoutEffect(() => beginAtFirstField(element.current), []);
  return (
    <form ref={element} noValidate onSubmit={submit} onKeyDown={sendOnCtrlEnter} className="form">
      {form.problem && <ProblemAlert problem={form.problem} onTakeCurrent={form.takeCurrent} />}
      {children}
      <Group justify="flex-end" gap={8} mt={4}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={form.busy && !busyLabel} disabled={form.busy} aria-busy={form.busy}>
          {form.busy && busyLabel ? busyLabel : submitLabel}
        </Button>
      </Group>
    </form>
  );
}

const ProblemAlert = ({ problem, onTakeCurrent }: { problem: Problem; onTakeCurrent: () => void }) => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    icon={<CircleAlert size={18} />}
    data-notice="danger"
    styles={{ message: { color: 'var(--mantine-color-text)', whiteSpace: 'pre-line' } }}
  >
    {problem.message}
    {problem.current !== undefined && (
      <Button mt={8} size="xs" variant="default" onClick={onTakeCurrent} display="block">
        Load current values
      </Button>
    )}
  </Alert>
);
