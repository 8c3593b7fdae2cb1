import { daysInWords, type Period } from '#domain/kernel/period';

type Props = {
  /** Undefined before it is known, and null without a comparison. */
  days: Period | null | undefined;
  /** In its place until it is known, so that nothing below moves (F81); empty if nothing is compared. */
  none: string;
};

/** The period that the figures above are compared with. */
export function ComparedWith({ days, none }: Props) {
  const words = days ? `Compared with ${daysInWords(days)}` : days === undefined && none;
  return words && <p className="report-compared">{words}</p>;
}
