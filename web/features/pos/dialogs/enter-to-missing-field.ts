import type { KeyboardEvent } from 'react';

/** Enter in a form that is not complete leads to the first field that it still needs, where it would do nothing. */
export function enterToMissingField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  const needed = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:required:enabled')].find(
    field => field.value.trim() === '',
  );
  if (!needed || needed === event.target) return;
  event.preventDefault();
  needed.focus();
}
