import * as z from 'zod';
import { type Pence, toPence } from '../kernel/money';
import { type VatCode, type VatRate, vatOn } from '../kernel/vat';

/** Supplies on which the buyer accounts for the VAT (rule V28). */
export const reverseCharge = z.enum(['domestic', 'abroad'], 'Choose a VAT treatment.');
export type ReverseCharge = z.infer<typeof reverseCharge>;
export const reverseChargeNames: Readonly<Record<ReverseCharge, string>> = {
  domestic: 'Reverse charge: supplies in the UK',
  abroad: 'Reverse charge: services from abroad',
};

type Line = { readonly net: Pence; readonly code: VatCode; readonly rate: VatRate };
type Entry = Line & { readonly direction: 'input' | 'output'; readonly vat: Pence };

/** The VAT that the buyer accounts for on a line. */
export const selfChargedVat = ({ net, rate }: Pick<Line, 'net' | 'rate'>): Pence => vatOn(net, rate);

/**
 * The VAT entries of a line under the reverse charge: the same VAT in boxes 1 and 4, the net in box 7 and, for
 * services from abroad, in box 6 too (rule V28). A line without VAT has no output side.
 */
export function reverseChargeEntries(kind: ReverseCharge, line: Line): Entry[] {
  const vat = selfChargedVat(line);
  const output = {
    ...line,
    direction: 'output' as const,
    vat,
    net: kind === 'abroad' ? line.net : toPence(0),
  };
  return [{ ...line, direction: 'input', vat }, ...(line.rate > 0 ? [output] : [])];
}
