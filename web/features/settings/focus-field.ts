import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsShown } from '../../ui/shown-together';

/** The id of the current section. */
export const sectionId = 'settings-section';

/** Scrolls to a field and focuses it. Returns whether it exists. */
export function focusField(field: string): boolean {
  const section = document.getElementById(sectionId);
  const places = [...(section?.querySelectorAll<HTMLElement>('label, legend, h2, dt') ?? [])];
  const place = places.find(({ textContent }) => textContent.replace(/\s*\*$/, '').trim() === field);
  if (!place) return focusColumn(section, field);
  place.scrollIntoView({ block: 'center' });
  if (place instanceof HTMLLabelElement) place.control?.focus({ preventScroll: true });
  return true;
}

/** The same for a table column: focuses its first editable cell. */
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

/** Focuses the field in the URL once the fields are shown. Place this after them. */
export function FieldOfAddress() {
  const { field } = useSearch({ strict: false }) as { field?: string };
  const isShown = useIsShown();
  useEffect(() => {
    if (field && isShown) focusField(field);
  }, [field, isShown]);
  return null;
}
