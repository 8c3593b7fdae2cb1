import { formatPounds } from '../kernel/money';

/** A till variance in pence: "£6.50 short", "£2.00 over" or "None", never by colour or sign alone. */
export const varianceWords = (variance: number): string =>
  variance === 0 ? 'None' : `${formatPounds(Math.abs(variance))} ${variance < 0 ? 'short' : 'over'}`;
