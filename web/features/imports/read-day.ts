import { plainDate } from '#domain/imports/british-forms';
import { formatDate } from '#domain/kernel/dates';
import { today } from '../../ui/form/dated-fields';

/** The day that a cell is read as, so that a day and month the other way round are seen (finding F101); null without one. */
export function readDay(text: string): string | null {
  const day = plainDate(text.trim())?.day;
  if (day === undefined) return null;
  return day > today() ? `${formatDate(day)}, after today` : formatDate(day);
}
