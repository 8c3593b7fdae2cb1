import { formatDate } from '#domain/kernel/dates';
import type { Period } from '#domain/reports/period';

/** Which days the figures above are held against; nothing when they stand alone. */
export const ComparedWith = ({ days }: { days: Period | null }) =>
  days && (
    <p className="report-compared">{`Compared with ${formatDate(days.from)} to ${formatDate(days.to)}`}</p>
  );
