import { addDays, type CalendarDate, calendarDate } from '#domain/kernel/dates';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dateOf = (year: number, month: number, day: number): CalendarDate | null => {
  const [y, m, d] = [
    String(year).padStart(4, '0'),
    ...[month, day].map(part => String(part).padStart(2, '0')),
  ];
  const date = `${y}-${m}-${d}`;
  return calendarDate.safeParse(date).success ? date : null;
};

/** The same day some months later; the last day of a shorter month. */
export function addMonths(date: CalendarDate, count: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(day, last))).toISOString().slice(0, 10);
}

const monthEnd = (date: CalendarDate): CalendarDate => addMonths(`${date.slice(0, 7)}-31`, 0);

/**
 * A date typed in words or in part, seen from today: `t`, `yesterday`, `+30`, `end of month`, `21`, `21/11`, `21 Nov`,
 * `21 November 2026`. Null if the text means no date. Without a year it is this year, without a month this month.
 */
export function spokenDate(text: string, today: CalendarDate): CalendarDate | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('−', '-');
  return dayFromToday(words, today) ?? edgeOfMonth(words, today) ?? partOfDate(words, today);
}

function dayFromToday(words: string, today: CalendarDate): CalendarDate | null {
  if (/^t(?:oday)?$/.test(words)) return today;
  if (words === 'yesterday') return addDays(today, -1);
  if (words === 'tomorrow') return addDays(today, 1);
  const days = /^([+-]) ?(\d{1,4})$/.exec(words);
  return days ? addDays(today, Number(`${days[1]}${days[2]}`)) : null;
}

function edgeOfMonth(words: string, today: CalendarDate): CalendarDate | null {
  const edge = /^(start|end) of (?:(this|last|next) )?month$/.exec(words);
  if (!edge) return null;
  const steps: Readonly<Record<string, number>> = { last: -1, next: 1 };
  const month = addMonths(`${today.slice(0, 7)}-01`, steps[edge[2] ?? ''] ?? 0);
  return edge[1] === 'end' ? monthEnd(month) : month;
}

function partOfDate(words: string, today: CalendarDate): CalendarDate | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const numbers = /^(\d{1,2})(?:[./\- ](\d{1,2}))?$/.exec(words);
  if (numbers) return dateOf(year, numbers[2] ? Number(numbers[2]) : month, Number(numbers[1]));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[ ./-]?([a-z]{3,9})\.?(?:[ ./-]?(\d{4}|\d{2}))?$/.exec(words);
  const at = named?.[2] ? months.findIndex(name => isMonth(named[2] ?? '', name)) : -1;
  if (!named || at < 0) return null;
  return dateOf(named[3] ? Number(named[3].padStart(4, '20')) : year, at + 1, Number(named[1]));
}

const fullNames = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** `sept` and `november` as well as `nov`, but no other word that starts alike. */
const isMonth = (word: string, name: string) =>
  fullNames
    .format(new Date(Date.UTC(2000, months.indexOf(name), 1)))
    .toLowerCase()
    .startsWith(word);
