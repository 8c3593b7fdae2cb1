import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod';
import { ApiError } from '../../platform/api-error';
import { everything, useReload } from '../../platform/reload';
import { useUnsaved } from '../../platform/unsaved';
import { currentValues } from './current-values';
import { enterToNextField } from './enter-to-next-field';
import { FormBody, type FormBodyProps, type FormState } from './form-body';
import type { LineFields } from './merge-edits';
import { onDemand } from '../on-demand';
import { insideOnly, type OutsideValues, withOutside } from './outside-values';
import { type Failure, problemOf, type SendProblem } from './send-problem';
import { mayBeSaved, useAttempts } from './use-attempts';
import { useOvertaken } from './use-overtaken';
import { useSending } from './use-sending';

export type FormProps = Omit<FormBodyProps, 'onKeyDown'> & {
  /**
   * A document is sent by Ctrl+Enter or the button, and Enter in a field leads to the next one. If not given, that is so in
   * forms with an amount or with several fields to type in; false for those that Enter sends, such as sign-in.
   */
  isDocument?: boolean;
};

export const Form = ({ isDocument, ...props }: FormProps) => (
  <FormBody {...props} onKeyDown={event => enterToNextField(event, isDocument)} />
);

const ConflictChoices = onDemand(async () => (await import('./form-conflict')).ConflictChoices);

export type ContractForm<Values> = FormState & {
  readonly form: UseFormReturnType<Values>;
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void;
  /** The record that the edit began with. */
  readonly before: () => Values;
  /** The values were typed earlier, into the record as it was then. */
  readonly beginWith: (before: Values) => void;
};

export type ContractFormOptions<Values extends Record<string, unknown>, Reply> = {
  /** The request schema of the contract, as the server validates it. */
  schema: z.ZodType;
  initial: Values;
  /** The record that the edit began with, if it is an earlier edit that is continued. */
  began?: Values | null;
  /** Sends the values. The key makes repeated clicks and retries have one effect. */
  send: (values: Values, idempotencyKey: string) => Promise<Reply>;
  /** The form stays busy until it has finished. */
  onDone: (reply: Reply) => void | Promise<void>;
  /** The fallback if the server sent no message. */
  failure: Failure;
  /** What the call does; if not given, it saves. */
  verb?: 'sent';
  /** Maps a row saved by another user to form values, if their fields differ. */
  valuesOfCurrent?: (row: unknown) => Values;
  /** The fields that no saved row has, such as a reason. */
  enteredHere?: readonly (keyof Values & string)[];
  /** Whether the draft is kept until it is saved, so that leaving loses nothing and no question is asked. */
  isKept?: boolean | (() => boolean);
  /** The fields whose values are lines: two users' edits of them are merged line by line (F12). */
  lineFields?: LineFields;
  /** Values that do not render the form when they change. */
  outside?: OutsideValues<Values>;
  /** What is sent besides the values, such as files. */
  besides?: readonly unknown[];
  /** The key of the requests, if it is kept with the draft. */
  attempt?: RefObject<string | null>;
};

/**
 * A form for one call, validated by its contract. Server errors are shown at their fields. Unsaved changes
 * are guarded when leaving the page.
 */
export function useContractForm<Values extends Record<string, unknown>, Reply>(
  options: ContractFormOptions<Values, Reply>,
): ContractForm<Values> {
  const { initial, send, onDone, failure, verb } = options;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  const attempts = useAttempts(send, options.besides, options.attempt);
  const reload = useReload(everything);
  const { form, submits } = useWholeForm<Values>(options);
  const overtaken = useOvertaken(form, options.began ?? initial, options.lineFields);
  useUnsaved(() => {
    const { isKept = false } = options;
    return !(typeof isKept === 'function' ? isKept() : isKept) && form.isDirty();
  });
  useSending(busy);

  const sendValues = async (values: Values) => {
    if (busy || overtaken.focusUnchosen()) return;
    setBusy(true);
    setProblem(null);
    overtaken.settle();
    try {
      const reply = await attempts.send(values);
      form.resetDirty();
      await onDone(reply);
      // Values set by onDone are not unsaved changes.
      form.resetDirty();
    } catch (error) {
      const { valuesOfCurrent, enteredHere } = options;
      // Another refusal's details, such as the approvals it needs, are no record.
      const current = error instanceof ApiError && error.status === 409 ? error.current : undefined;
      setProblem(problemOf(error, { failure, verb, ...attempts.terms }));
      // The page may show already what was saved without an answer.
      if (mayBeSaved(error)) reload();
      if (current !== undefined && 'version' in initial)
        overtaken.merge(valuesOfCurrent?.(current) ?? currentValues(initial, current, enteredHere));
      if (error instanceof ApiError) showAtFields(form, error);
    } finally {
      setBusy(false);
    }
  };
  const takeCurrent = () => {
    overtaken.takeTheirs();
    setProblem(null);
  };
  const choices = overtaken.conflict && (
    <ConflictChoices conflict={overtaken.conflict} onChoose={overtaken.choose} onTakeCurrent={takeCurrent} />
  );
  const submitValid = submits(
    () => void sendValues(form.getValues()),
    errors => focusFirst(form, Object.keys(errors)),
  );
  return {
    form,
    busy,
    problem: problem && {
      message: problem.message,
      ...(choices
        ? { details: choices }
        : { details: problem.outcome && <p>{problem.outcome}</p>, dismiss: () => setProblem(null) }),
    },
    submit: event => {
      if (!attempts.isUnanswered(form.getValues())) return submitValid(event);
      // It was valid when it was first sent.
      event?.preventDefault();
      void sendValues(form.getValues());
    },
    before: overtaken.before,
    beginWith: overtaken.beginWith,
  };
}

/** The library's form, with the values that are kept outside it. */
function useWholeForm<Values extends Record<string, unknown>>({
  schema,
  initial,
  outside,
}: Pick<ContractFormOptions<Values, unknown>, 'schema' | 'initial' | 'outside'>) {
  const resolve = schemaResolver(schema as never, { sync: true }) as (values: Values) => FormErrors;
  const inner = useForm<Values>({
    initialValues: insideOnly(initial, outside),
    validate: values => resolve({ ...values, ...outside?.read() }),
  });
  return { form: withOutside(inner, outside), submits: inner.onSubmit };
}

function showAtFields<Values>(form: UseFormReturnType<Values>, error: ApiError): void {
  const fields = Object.entries(error.errors).map(([field, messages]) => [field, messages[0]] as const);
  // Rendered at once: a line far outside the screen gets its fields with its error.
  flushSync(() => form.setErrors(Object.fromEntries(fields)));
  focusFirst(
    form,
    fields.map(([field]) => field),
  );
}

function focusFirst<Values>(form: UseFormReturnType<Values>, fields: string[]): void {
  const [first] = fields;
  // Errors are shown first, so that the message is read with the field.
  if (first) requestAnimationFrame(() => form.getInputNode(first as never)?.focus());
}
