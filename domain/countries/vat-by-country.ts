import type { VatCode, VatRate } from '../kernel/vat';
import type { CountryCode } from './country';

/** Great Britain, Northern Ireland and the Isle of Man are one VAT territory for sales from here (rule V28). */
const vatTerritory: ReadonlySet<CountryCode> = new Set(['GB', 'IM']);

/** Whether goods delivered to a country leave the UK, which makes the sale zero-rated (rule V28). */
export const isExport = (deliveryCountry: CountryCode): boolean => !vatTerritory.has(deliveryCountry);

type Delivered = {
  readonly delivery_country: CountryCode;
  readonly by_rate: readonly { readonly vat_code: VatCode }[];
};

/**
 * Whether a document was zero-rated because its goods went abroad. Sales of an imported history keep the VAT that was
 * charged, wherever their goods went (rule V29).
 */
export const isZeroRatedExport = ({ delivery_country, by_rate }: Delivered): boolean =>
  isExport(delivery_country) &&
  by_rate.some(({ vat_code }) => vat_code === 'Z') &&
  by_rate.every(({ vat_code }) => vat_code === 'Z' || vat_code === 'O');

type Treatment = { readonly vatCode: VatCode; readonly rate: VatRate };

/**
 * The VAT code and rate of a line by country of delivery: the product's own in the UK, zero-rated abroad. What is
 * outside the scope stays so: sales of a company that is not registered, and deposits (rules V2, V17, V28).
 */
export const vatByCountry = (product: Treatment, deliveryCountry: CountryCode): Treatment =>
  isExport(deliveryCountry) && product.vatCode !== 'O' ? { vatCode: 'Z', rate: 0 } : product;

/** The statement on the invoice of an export (rules V19, V28). */
export const exportWording = 'Zero-rated export of goods: VAT Act 1994 s.30(6).';

/** Shown where deliveries from Northern Ireland to the EU matter, which this version does not support. */
export const exportScope =
  'Goods sent from Great Britain to any country outside the UK and the Isle of Man are zero-rated exports. Different rules apply to goods sent from Northern Ireland to the EU. Ask your accountant about these.';
