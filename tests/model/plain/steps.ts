import type { Day, VatCode } from './arithmetic';

/**
 * The events of a history as plain data that can be printed, shortened and replayed. Amounts are whole pence, quantities
 * thousandths of a unit, percentages hundredths. `n` names the document a step creates, for later steps.
 */
export type Off = { readonly percent: number } | { readonly amount: number };
export type OrderedLine = {
  readonly product: number;
  readonly quantity: number;
  /** Ten-thousandths of a penny per unit. */
  readonly price: number;
  readonly off: Off | null;
};
export type SoldLine = {
  readonly product: number;
  readonly quantity: number;
  /** Whole pence; null for the list price. */
  readonly price: number | null;
  readonly off: Off | null;
};
export type Paid = { readonly method: Method; readonly amount: number };
export type Method = 'cash' | 'credit_card' | 'bank_transfer' | 'wallet' | 'account';
export type Goods = 'stock' | 'damaged';
export type BackLine =
  | { readonly line: number; readonly quantity: number; readonly goods: Goods }
  | { readonly line: number; readonly amount: number };
export type Basket = {
  readonly customer: number | null;
  readonly exclusive: boolean;
  readonly lines: readonly SoldLine[];
  readonly off: Off | null;
};
/** A line of a supplier's document without an order, with VAT as printed. */
export type CostLine = readonly [account: string, code: VatCode, net: number, vat: number];
/** `printed` is what the supplier credits, if it is not what was billed. */
export type ReturnedLine = readonly [
  receipt: number,
  place: number,
  quantity: number,
  printed: readonly [net: number, vat: number] | null,
];
type On = { readonly day: Day };

export type Step = { readonly n: number } & (
  | { readonly do: 'next day'; readonly days: number }
  | { readonly do: 'order'; readonly supplier: number; readonly lines: readonly OrderedLine[] }
  | ({
      readonly do: 'receive';
      readonly order: number;
      readonly lines: readonly (readonly [line: number, quantity: number])[];
    } & On)
  | { readonly do: 'reverse receipt'; readonly order: number; readonly receipt: number }
  | ({
      readonly do: 'bill';
      readonly order: number;
      readonly due: Day;
      readonly lines: readonly (readonly [line: number, quantity: number, net: number, vat: number])[];
    } & On)
  | ({
      readonly do: 'landed cost';
      readonly order: number;
      readonly receipt: number;
      readonly carrier: number;
      readonly due: Day;
      readonly net: number;
      readonly vat: number;
      readonly basis: 'value' | 'quantity';
    } & On)
  | { readonly do: 'reverse bill'; readonly bill: number }
  | ({
      readonly do: 'return';
      readonly order: number;
      readonly lines: readonly ReturnedLine[];
    } & On)
  | { readonly do: 'close short'; readonly order: number }
  | { readonly do: 'reopen'; readonly order: number }
  | { readonly do: 'cancel order'; readonly order: number }
  | ({
      readonly do: 'pay';
      readonly supplier: number;
      readonly amount: number;
      readonly parts: readonly (readonly [order: number, amount: number])[];
    } & On)
  | { readonly do: 'reverse payment'; readonly payment: number }
  | ({ readonly do: 'pay in advance'; readonly supplier: number; readonly amount: number } & On)
  | { readonly do: 'use advance'; readonly payment: number; readonly bill: number; readonly amount: number }
  | ({
      readonly do: 'bill without order';
      readonly supplier: number;
      readonly due: Day;
      readonly lines: readonly CostLine[];
    } & On)
  | { readonly do: 'reverse bill without order'; readonly bill: number }
  | ({
      readonly do: 'supplier credit';
      readonly supplier: number;
      readonly lines: readonly CostLine[];
      /** The bills it credits; the rest stays on account. */
      readonly parts: readonly (readonly [bill: number, amount: number])[];
    } & On)
  | { readonly do: 'reverse supplier credit'; readonly credit: number }
  | ({
      readonly do: 'credit goods';
      readonly supplier: number;
      /** The account is `goods` for what makes the bills' goods cheaper. */
      readonly lines: readonly CostLine[];
      readonly parts: readonly (readonly [bill: number, amount: number])[];
    } & On)
  | { readonly do: 'reverse goods credit'; readonly credit: number }
  | ({
      readonly do: 'adjust';
      readonly reason: 'lost' | 'found' | 'write_down';
      readonly product: number;
      readonly quantity: number;
      /** The cost where none is known, or the amount of the write-down. */
      readonly value: number | null;
    } & On)
  | { readonly do: 'reverse adjustment'; readonly adjustment: number }
  | { readonly do: 'start count'; readonly products: readonly number[] }
  | { readonly do: 'count'; readonly count: number; readonly product: number; readonly quantity: number }
  | { readonly do: 'post count'; readonly count: number }
  | { readonly do: 'reverse count'; readonly count: number }
  | ({ readonly do: 'sell'; readonly basket: Basket; readonly paid: readonly Paid[] } & On)
  | {
      readonly do: 'refund';
      readonly sale: number;
      readonly lines: readonly BackLine[];
      readonly paid: readonly Paid[];
    }
  | { readonly do: 'cancel sale'; readonly sale: number }
  | {
      readonly do: 'edit';
      readonly sale: number;
      readonly basket: Basket;
      readonly paid: readonly Paid[];
      readonly back: readonly Paid[];
    }
  | {
      readonly do: 'exchange';
      readonly sale: number;
      readonly lines: readonly BackLine[];
      readonly basket: Basket;
      readonly paid: readonly Paid[];
      readonly back: readonly Paid[];
    }
  | ({
      readonly do: 'take money';
      readonly customer: number;
      readonly amount: number;
      readonly topUp: boolean;
      /** The sales it pays; when empty, the oldest due first. */
      readonly parts: readonly (readonly [sale: number, amount: number])[];
    } & On)
  | { readonly do: 'pay out'; readonly customer: number; readonly amount: number }
  | { readonly do: 'reverse money'; readonly money: number }
  | { readonly do: 'write off'; readonly sale: number; readonly amount: number }
  | { readonly do: 'reverse write-off'; readonly writeOff: number }
  | ({
      readonly do: 'adjust VAT';
      readonly reason:
        | 'reverse_charge_domestic'
        | 'reverse_charge_abroad'
        | 'postponed_import_vat'
        | 'fuel_scale_charge'
        | 'partial_exemption';
      readonly vat: number;
      readonly net: number;
    } & On)
  | { readonly do: 'reverse VAT adjustment'; readonly adjustment: number }
  | { readonly do: 'file VAT'; readonly to: Day }
);

export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;
