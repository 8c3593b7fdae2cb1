import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Where the section at hand stands. */
export const sectionId = 'settings-section';

/** Brings a field of the section to the eye, and the cursor into it; answers whether it is there. */
export function focusField(field: string): boolean {
  const section = document.getElementById(sectionId);
  const places = [...(section?.querySelectorAll<HTMLElement>('label, legend, h2, dt') ?? [])];
  const place = places.find(({ textContent }) => textContent.replace(/\s*\*$/, '').trim() === field);
  if (!place) return focusColumn(section, field);
  place.scrollIntoView({ block: 'center' });
  if (place instanceof HTMLLabelElement) place.control?.focus({ preventScroll: true });
  return true;
}

/** The same for the column of a table, whose cells each bear its label: the first that can be changed. */
function focusColumn(section: HTMLElement | null, field: string): boolean {
  const cells = [...(section?.querySelectorAll<HTMLElement>('td[data-label]') ?? [])].filter(
    cell => cell.dataset.label === field,
  );
  const controls = cells.flatMap(cell => [
    ...cell.querySelectorAll<HTMLElement>('input:enabled, select:enabled, button:enabled'),
  ]);
  const [place] = [...controls, ...cells];
  place?.scrollIntoView({ block: 'center' });
  controls[0]?.focus({ preventScroll: true });
  return place !== undefined;
}

/** Goes to the field that the address names, once the fields are there: an element to be put behind them. */
export function FieldOfAddress() {
  const { field } = useSearch({ strict: false }) as { field?: string };
  useEffect(() => {
    if (field) focusField(field);
  }, [field]);
  return null;
}
