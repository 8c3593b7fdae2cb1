import { type ChangeEvent, type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod';
import { ApiError, messageOf } from '../../platform/api-error';
import type { FormState } from './form-body';

type Texts = Readonly<Record<string, string>>;

type Options<Values extends Texts, Reply> = {
  /** The request schema of the contract, as the server validates it. */
  schema: z.ZodType;
  initial: Values;
  send: (values: Values) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** The fallback if the server sent no message. */
  failure: string;
};

/**
 * A form of a few text fields for one call, validated by its contract, without what edits of records need. Sign-in uses
 * it, because everyone waits for that page, and the library of the other forms is larger than the page.
 */
export function useTextForm<Values extends Texts, Reply>({
  schema,
  initial,
  send,
  onDone,
  failure,
}: Options<Values, Reply>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Texts>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormState['problem']>(null);

  const submit = async (form: HTMLFormElement) => {
    const wrong = errorsOf(schema, values);
    showErrors(form, wrong, setErrors);
    if (busy || Object.keys(wrong).length > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      onDone(await send(values));
    } catch (error) {
      setProblem({ message: messageOf(error, failure) });
      if (error instanceof ApiError) showErrors(form, firstOfEach(error.errors), setErrors);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    problem,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    setValue: (name: keyof Values, value: string) => setValues(before => ({ ...before, [name]: value })),
    fieldProps: (name: keyof Values & string) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        setValues(before => ({ ...before, [name]: value }));
        setErrors(({ [name]: _typed, ...others }) => others);
      },
    }),
  };
}

/** The first message of each field that the contract refuses. */
function errorsOf(schema: z.ZodType, values: Texts): Texts {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  return errors;
}

const firstOfEach = (errors: ApiError['errors']): Texts =>
  Object.fromEntries(Object.entries(errors).map(([field, [message]]) => [field, message ?? '']));

/** Errors are shown before the first field gets the focus, so that its message is read with it. */
function showErrors(form: HTMLFormElement, errors: Texts, set: (errors: Texts) => void): void {
  flushSync(() => set(errors));
  const [first] = Object.keys(errors);
  const field = first && form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}
