import { formatPercent } from '#domain/kernel/percent';

/** Hundredths of a percent as a field shows them: 1250 → "12.5". */
export const percentTyped = (hundredths: number): string => formatPercent(hundredths).replace('%', '');

/** What was typed as a percentage, without the sign that some people add. */
export const typedPercent = (text: string): string => text.replaceAll(/[%\s]/g, '');
