import { poundsFromPence } from '#domain/kernel/money';
import { type VatCode, type VatRate, vatOn } from '#domain/kernel/vat';
import { parsePounds, penceOrZero, typedPounds } from '../../ui/form/typed-figures';

/** A line of a bill or credit note as entered: all text, blank for no value. */
export type LineValues = {
  key: string;
  description: string;
  account: string;
  net: string;
  vat: string;
  vat_code: VatCode;
};

/** As the contract limits it. */
export const maxLines = 100;

let made = 0;
export const blankLine = (): LineValues => ({
  key: `line-${++made}`,
  description: '',
  account: '',
  net: '',
  vat: '',
  vat_code: 'S',
});

/** How the VAT of the lines is calculated. */
export type LineVat = {
  readonly rates: ReadonlyMap<VatCode, VatRate>;
  /** No VAT is printed; the VAT to account for is shown instead (rule V28). */
  readonly isReverseCharge: boolean;
};

/** The VAT on the net, until the printed VAT is entered. */
export function vatOf(
  { net, vat_code }: Pick<LineValues, 'net' | 'vat_code'>,
  rates: LineVat['rates'],
): string {
  const pence = parsePounds(net);
  return pence === null ? '0.00' : poundsFromPence(vatOn(pence, rates.get(vat_code) ?? 0));
}

const vatTyped = (line: Omit<LineValues, 'key'>, rates: LineVat['rates']) =>
  line.vat.trim() === '' ? vatOf(line, rates) : typedPounds(line.vat);

/** The totals of the lines, in pence. VAT that the buyer accounts for is not part of the gross. */
export function totalsOf(lines: readonly LineValues[], { rates, isReverseCharge }: LineVat) {
  let [net, vat] = [0, 0];
  for (const line of lines) {
    net += penceOrZero(line.net);
    vat += penceOrZero(isReverseCharge ? vatOf(line, rates) : vatTyped(line, rates));
  }
  return { net, vat, gross: isReverseCharge ? net : net + vat };
}

const isBlank = ({ description, account, net, vat }: LineValues): boolean =>
  [description, account, net, vat].every(text => text.trim() === '');

/** The lines for the request. Lines left blank at the end are not sent. */
export const sentLines = (lines: readonly LineValues[], { rates, isReverseCharge }: LineVat) =>
  lines
    .slice(0, Math.max(1, lines.findLastIndex(line => !isBlank(line)) + 1))
    .map(({ key: _key, ...line }) => ({
      ...line,
      net: typedPounds(line.net),
      vat: isReverseCharge ? '0.00' : vatTyped(line, rates),
    }));
