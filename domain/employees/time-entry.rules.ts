import { no, type Verdict, yes } from '../kernel/verdict';

const minuteMs = 60_000;
const longestMs = 24 * 60 * minuteMs;

/** Whole minutes from clocking in to clocking out; begun ones do not count. */
export const minutesBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / minuteMs);

/** 495 → `8 h 15 min`. */
export const hoursWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

type Span = { readonly from: Date; readonly to: Date };

/** Whether somebody can have worked from one moment to the other, as it is entered by hand. */
export function canHaveWorked({ from, to }: Span, now: Date): Verdict {
  if (to > now)
    return no('Nobody has worked in the time to come. Enter a moment that is past.', 'clocked_out_at');
  if (to <= from)
    return no(
      'They clocked out before they clocked in, or at the same moment. Check both times.',
      'clocked_out_at',
    );
  if (to.getTime() - from.getTime() > longestMs)
    return no('That is more than 24 hours. Enter each day by itself.', 'clocked_out_at');
  return yes;
}

/** Hours that are put right are somebody else's (nobody decides about their own). */
export const canCorrectOf = (userId: number | null, actorId: number): Verdict =>
  userId === actorId ? no('Nobody corrects their own hours. Ask a colleague.') : yes;
