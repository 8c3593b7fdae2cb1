import type { CountryCode } from '#domain/countries/country';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import type { PriceMode, VatCode } from '#domain/kernel/vat';
import type { CalculatedLine } from '#domain/sales/calculate-sale';
import type { AppliedTender } from '#domain/sales/tender';
import type { LockedParty } from '../../kernel/parties';

/** The customer as printed on the document (rule K5). */
export type SaleCustomer = {
  readonly id: number;
  readonly name: string;
  readonly address: string | null;
  readonly vat_number: string | null;
  readonly is_walk_in: boolean;
};

/** The seller as printed on the document. No VAT number when not registered on the date (rules V2, V23). */
export type Seller = { readonly name: string; readonly lines: string[]; readonly vat_number: string | null };

export type LineToPost = Omit<CalculatedLine, 'promotions' | 'priceSource' | 'priceReason'> & {
  readonly priceReason: string | null;
  readonly sku: string;
  readonly description: string;
  readonly unit: string;
  readonly vatCode: VatCode;
  readonly isStock: boolean;
  readonly discountReason: string | null;
  readonly note: string | null;
};

/** What a credit note counts towards another sale, and what of it came from the wallet (rule W10). */
export type ExchangedPart = {
  readonly creditNoteId: number;
  readonly amount: Pence;
  readonly fromWallet: Pence;
};

export type TenderToPost = AppliedTender & {
  readonly reference: string | null;
  readonly exchanged?: ExchangedPart | null;
};

/** A complete sale, ready to post. */
export type SaleToPost = {
  readonly clientId: string;
  readonly clientHash: string;
  readonly channel: 'till' | 'desk' | 'import';
  readonly sessionId: number | null;
  readonly customer: SaleCustomer;
  /** The ledger that the sale goes through (rule L5); null for the walk-in customer. */
  readonly ledger: LockedParty<'customer'> | null;
  readonly seller: Seller;
  readonly mode: PriceMode;
  readonly businessDate: CalendarDate;
  /** The day sold, when that day was closed before the sale arrived; otherwise the business date (rule V10). */
  readonly taxPoint?: CalendarDate;
  readonly dueOn: CalendarDate;
  readonly dateReason: string | null;
  readonly lines: readonly LineToPost[];
  readonly lineDiscounts: Pence;
  readonly basketDiscount: Pence;
  readonly discountReason: string | null;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
  /** Without the amount on account. Together they equal the gross (rule M11). */
  readonly tenders: readonly TenderToPost[];
  readonly onAccount: Pence;
  readonly change: Pence;
  readonly customerReference: string | null;
  readonly deliveryAddress: string | null;
  /** The country of delivery; the UK by default (rule V28). */
  readonly deliveryCountry?: CountryCode;
  readonly notes: string | null;
  readonly replacesId: number | null;
  readonly quoteId: number | null;
  readonly wasOffline: boolean;
  readonly soldAt: Date;
  readonly deviceId: string | null;
  readonly receiptNumber: string | null;
  /** By product, how far below zero stock was allowed to go. */
  readonly approvedShort?: ReadonlyMap<number, Quantity>;
  /** A sale already paid at a till, posted whatever has changed since. */
  readonly paid?: {
    readonly soldBy: number;
    readonly sentBy: number | null;
    readonly tillTime: Date | null;
  };
};
