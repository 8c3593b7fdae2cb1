import type { KeyboardEvent } from 'react';

const typedFields =
  ':is(input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"]), textarea):enabled:read-write';

/** Whether there is more to type than one text, or an amount. */
const hasSeveralFields = (form: HTMLFormElement): boolean =>
  form.querySelectorAll(typedFields).length > 1 || form.querySelector('input[inputmode="decimal"]') !== null;

/**
 * Enter in a field leads to the next one, where browsers would send the form half-typed (F14): in a document, and in any
 * form with an amount or several fields to type in unless it says that it is none.
 */
export function enterToNextField(
  event: KeyboardEvent<HTMLFormElement>,
  isDocument: boolean | undefined,
): void {
  const { currentTarget: form, target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  // React passes on the keys of a dialog opened from the form, which has a form of its own.
  if (!form.contains(target) || !(isDocument ?? hasSeveralFields(form))) return;
  const isTaken = event.isDefaultPrevented() || event.ctrlKey || event.metaKey;
  event.preventDefault();
  // The field may have an Enter of its own, such as that of a list of choices.
  if (!isTaken && document.activeElement === target) fieldAfter(target, form)?.focus();
}

function fieldAfter(field: HTMLElement, form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>(`${typedFields}, select:enabled`)];
  return fields.find(other => field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}
