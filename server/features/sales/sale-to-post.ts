import type { CountryCode } from '#domain/countries/country';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import type { PriceMode, VatCode } from '#domain/kernel/vat';
import type { ReckonedLine } from '#domain/sales/reckon-sale';
import type { AppliedTender } from '#domain/sales/tender';

/** Who buys, as the document will name them (rule K5). */
export type SaleCustomer = {
  readonly id: number;
  readonly name: string;
  readonly address: string | null;
  readonly vat_number: string | null;
  readonly is_walk_in: boolean;
};

/** Who sells: the head of the document. No VAT number when the firm is not registered on the day (rules V2, V23). */
export type Seller = { readonly name: string; readonly lines: string[]; readonly vat_number: string | null };

export type LineToPost = Omit<ReckonedLine, 'promotions' | 'priceSource' | 'priceReason'> & {
  readonly priceReason: string | null;
  readonly sku: string;
  readonly description: string;
  readonly unit: string;
  readonly vatCode: VatCode;
  readonly isStock: boolean;
  readonly discountReason: string | null;
  readonly note: string | null;
};

export type TenderToPost = AppliedTender & { readonly reference: string | null };

/** A sale with everything decided: who, what, for how much, and how it is paid. Only posting is left. */
export type SaleToPost = {
  readonly clientId: string;
  readonly clientHash: string;
  readonly channel: 'till' | 'desk' | 'import';
  readonly sessionId: number | null;
  readonly customer: SaleCustomer;
  readonly seller: Seller;
  readonly mode: PriceMode;
  readonly businessDate: CalendarDate;
  readonly dueOn: CalendarDate;
  readonly dateReason: string | null;
  readonly lines: readonly LineToPost[];
  readonly lineDiscounts: Pence;
  readonly cartDiscount: Pence;
  readonly discountReason: string | null;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
  /** Without what goes on account. Together with it they come to the gross (rule M11). */
  readonly tenders: readonly TenderToPost[];
  readonly onAccount: Pence;
  readonly change: Pence;
  readonly customerReference: string | null;
  readonly deliveryAddress: string | null;
  /** Where the goods go; at home when left out (rule V28). */
  readonly deliveryCountry?: CountryCode;
  readonly notes: string | null;
  readonly replacesId: number | null;
  readonly quoteId: number | null;
  readonly wasOffline: boolean;
  readonly soldAt: Date;
  readonly deviceId: string | null;
  readonly receiptNumber: string | null;
  /** By product how far below zero somebody with the right let stock go. */
  readonly approvedShort?: ReadonlyMap<number, Quantity>;
  /** Of a sale that a till has taken the money for, and that is booked whatever has changed since. */
  readonly paid?: {
    readonly soldBy: number;
    readonly sentBy: number | null;
    readonly tillTime: Date | null;
  };
};
