import { capitalise } from '#domain/kernel/capitalise';
import { countOf } from '#domain/kernel/count-of';
import { formatDate } from '#domain/kernel/dates';

/** The label of a field as the form shows it, else its name in words. */
export function labelOf(input: HTMLElement | null, field: string): string {
  const label = input && 'labels' in input ? (input as HTMLInputElement).labels?.[0] : undefined;
  const text = label?.textContent?.replace(/\s*\*$/, '').trim() || input?.getAttribute('aria-label');
  if (text) return text;
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return capitalise(words);
}

/** A field's value as a person reads it: the option of a list, a British date, a dash for a blank. */
export function valueInWords(input: HTMLElement | null, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'string' || typeof value === 'number') return textInWords(input, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return listInWords(value);
  return nameOf(value) ?? 'Changed';
}

/** The name of what was chosen, if it has one. */
function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { name } = (value ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

function textInWords(input: HTMLElement | null, value: string | number): string {
  const options = input instanceof HTMLSelectElement ? [...input.options] : [];
  const option = options.find(each => each.value === String(value));
  if (option) return option.text;
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
}

function listInWords(list: readonly unknown[]): string {
  if (list.length === 0) return '—';
  const names = list.map(nameOf);
  return names.every(name => name !== undefined) ? names.join(', ') : countOf(list.length, 'line');
}
