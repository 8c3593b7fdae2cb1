import { daysInWords, type Period } from '#domain/kernel/period';

/** The period that the figures above are compared with. */
export const ComparedWith = ({ days }: { days: Period | null }) =>
  days && <p className="report-compared">{`Compared with ${daysInWords(days)}`}</p>;
