import { countOf } from '#domain/kernel/count-of';
import { formatDate } from '#domain/kernel/dates';

/** The label of a field as the form shows it, else its name in words. */
export function labelOf(input: HTMLElement | null, field: string): string {
  const label = input && 'labels' in input ? (input as HTMLInputElement).labels?.[0] : undefined;
  const text = label?.textContent?.replace(/\s*\*$/, '').trim() || input?.getAttribute('aria-label');
  if (text) return text;
  const words = field.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field's value as a person reads it: the option of a list, a British date, a dash for a blank. */
export function valueInWords(input: HTMLElement | null, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (input instanceof HTMLSelectElement) {
    const option = [...input.options].find(each => each.value === String(value));
    if (option) return option.text;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
  if (Array.isArray(value)) return listInWords(value);
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  return typeof value === 'number' ? value.toLocaleString('en-GB') : 'Changed';
}

function listInWords(list: readonly unknown[]): string {
  if (list.length === 0) return '—';
  return list.every(each => typeof each === 'string') ? list.join(', ') : countOf(list.length, 'line');
}
