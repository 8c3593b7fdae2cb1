import type { VatCode, VatRate } from '../kernel/vat';
import type { CountryCode } from './country';

/** Great Britain, Northern Ireland and the Isle of Man are one VAT territory for what is sold from here (rule V28). */
const vatTerritory: ReadonlySet<CountryCode> = new Set(['GB', 'IM']);

/** Whether goods delivered to a country leave the UK, so that their sale is zero-rated (rule V28). */
export const isExport = (deliveryCountry: CountryCode): boolean => !vatTerritory.has(deliveryCountry);

type Treatment = { readonly vatCode: VatCode; readonly rate: VatRate };

/**
 * The VAT code and rate of a line by where it is delivered: its product's own at home, zero-rated abroad. What is
 * outside the scope stays so: the sale of a firm that is not registered, a deposit (rules V2, V17, V28).
 */
export const vatByCountry = (product: Treatment, deliveryCountry: CountryCode): Treatment =>
  isExport(deliveryCountry) && product.vatCode !== 'O' ? { vatCode: 'Z', rate: 0 } : product;

/** What the invoice of an export says (rules V19, V28). */
export const exportWording = 'Zero-rated export of goods: VAT Act 1994 s.30(6).';

/** What the screens say about deliveries from Northern Ireland to the EU, which this version does not treat. */
export const exportScope =
  'Goods sent from Great Britain to any country outside the UK and the Isle of Man are zero-rated exports. Different rules apply to goods sent from Northern Ireland to the EU. Ask your accountant about these.';
