import { formatPercent } from '#domain/kernel/percent';

/** Formats hundredths of a per cent for a field: 1250 becomes "12.5". */
export const percentTyped = (hundredths: number): string => formatPercent(hundredths).replace('%', '');

/** Reads an entered percentage, without the % sign that some users add. */
export const typedPercent = (text: string): string => text.replaceAll(/[%\s]/g, '');
