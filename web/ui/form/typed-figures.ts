import { money, type Pence } from '#domain/kernel/money';

/** Normalises a typed amount: "£1,234.5" → "1234.50". Text that is not an amount stays as it is. */
export function typedPounds(text: string): string {
  const plain = text.replaceAll(/[£,\s]/g, '').replace('−', '-');
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  if (whole === '' && decimals === '') return text.trim();
  return `${sign}${whole === '' ? '0' : whole}.${decimals.padEnd(2, '0')}`;
}

/** A typed amount in pence; null when it is not one. */
export function parsePounds(text: string): Pence | null {
  const parsed = money.safeDecode(typedPounds(text));
  return parsed.success ? parsed.data : null;
}

/** A typed amount in pence, for totals: 0 while it is not one. */
export const penceOrZero = (text: string): number => parsePounds(text) ?? 0;

/** Normalises a typed unit cost: "£33.7055" keeps its decimals, "5" becomes "5.00" (rule M3). */
export function typedUnitCost(text: string): string {
  const plain = text.replaceAll(/[£,\s]/g, '').replace('−', '-');
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d{0,6})0*)?$/.exec(plain) ?? [];
  if (whole === '' && decimals === '') return text.trim();
  return `${sign}${whole === '' ? '0' : whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Normalises a typed quantity: "1,200.50" → "1200.5". Text that is not a quantity stays as it is. */
export function typedQuantity(text: string): string {
  const plain = text.replaceAll(/[,\s]/g, '').replace('−', '-');
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === '' && decimals === '') return text.trim();
  const significant = decimals.replace(/0+$/, '');
  return `${sign}${whole === '' ? '0' : whole}${significant && `.${significant}`}`;
}
