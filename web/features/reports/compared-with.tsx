import { formatDate } from '#domain/kernel/dates';
import type { Period } from '#domain/kernel/period';

/** The period that the figures above are compared with. */
export const ComparedWith = ({ days }: { days: Period | null }) =>
  days && (
    <p className="report-compared">{`Compared with ${formatDate(days.from)} to ${formatDate(days.to)}`}</p>
  );
