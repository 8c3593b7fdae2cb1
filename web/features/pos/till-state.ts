import type { SessionUser } from '#domain/session/session.contract';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import type { BasketStore } from './device/basket-store';
import type { RefundMade } from './device/refund-made';
import type { OpenRequest } from './device/open-request';
import type { Refused } from './engine/queue';
import type { Shortage } from './engine/stock';
import type { Basket, BasketLine } from './engine/basket';
import type { BasketAction } from './engine/change-basket';
import type { Calculated } from './engine/calculate';
import type { Quantity } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { Pence } from '#domain/kernel/money';
import type { TillPayment } from '#domain/wallet/till-payment.contract';

/** The dialog open over the till, if any. */
export type TillDialogState =
  | {
      readonly kind:
        | 'pay'
        | 'customer'
        | 'hold'
        | 'held'
        | 'help'
        | 'basket-discount'
        | 'void'
        | 'till'
        | 'cashier'
        | 'clock'
        | 'unsent'
        | 'printer'
        | 'quote';
    }
  | { readonly kind: 'quantity' | 'discount' | 'price' | 'note'; readonly line: BasketLine }
  | { readonly kind: 'return'; readonly number: string | null }
  | {
      readonly kind: 'refunded';
      readonly sale: SaleDetail;
      readonly note: SaleDetail['credit_notes'][number];
    }
  | { readonly kind: 'take-payment'; readonly purpose: 'receipt' | 'top_up' }
  | {
      readonly kind: 'payment';
      readonly payment: TillPayment;
      readonly change: Pence;
      readonly isFresh: boolean;
    }
  | {
      readonly kind: 'receipt';
      readonly sale: SaleDetail;
      readonly isFresh: boolean;
      /** What an exchange or an edit gave back. */
      readonly refund?: RefundMade | null;
    }
  | {
      readonly kind: 'approval';
      readonly clientId: string;
      readonly needs: readonly ApprovalNeed[];
      readonly onApproved: (approvals: readonly string[]) => void;
      /** The dialog that asked, which stays below with what was entered there. */
      readonly over?: EnteredDialogState;
    };

export type EnteredDialogState = Exclude<TillDialogState, { kind: 'approval' }>;

/** The dialog that is open, also while an approval is asked for over it. */
export const enteredIn = ({ dialog }: Pick<Till, 'dialog'>): EnteredDialogState | null =>
  dialog?.kind === 'approval' ? (dialog.over ?? null) : dialog;

export type Remark = {
  readonly tone: 'plain' | 'danger';
  readonly text: string;
  /** The basket's announcement already tells screen readers. */
  readonly isAnnounced?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
};

export type DialogScan = (code: string) => void;

export type Till = {
  readonly channel: 'till' | 'desk';
  readonly sessionId: number | null;
  readonly store: BasketStore;
  /** Loads the sale or quote behind the basket again, where there is one. */
  readonly loadAgain: (() => void) | undefined;
  readonly basket: Basket;
  /** Changes the basket, or says why not. Returns whether it did. */
  readonly change: (action: BasketAction) => boolean;
  /** What was sent of the basket and not answered. */
  readonly unanswered: OpenRequest | null;
  readonly calculated: Calculated;
  /** The totals; the last valid ones while a line cannot be priced. */
  readonly sale: CalculatedSale;
  readonly selected: BasketLine | null;
  /** Products the basket needs more of than is in stock. */
  readonly shortages: readonly Shortage[];
  readonly user: SessionUser;
  readonly dialog: TillDialogState | null;
  readonly open: (dialog: TillDialogState) => void;
  readonly close: () => void;
  readonly remark: Remark | null;
  readonly say: (remark: Remark | null) => void;
  /** The server's reason for refusing the last payment. */
  readonly refused: Refused | null;
  readonly setRefused: (refused: Refused | null) => void;
  /** The quantity for the next product scanned or chosen. */
  readonly takeMultiplier: () => TypedQuantity | undefined;
  /** Says where that quantity is typed. */
  readonly readMultiplier: (from: () => TypedQuantity | undefined) => void;
  readonly scan: (code: string) => void;
  /** What the open dialog does with a scan; null when it ignores scans. */
  readonly dialogScan: React.RefObject<DialogScan | null>;
  readonly takeScans: (by: DialogScan | null) => void;
};

/** What stays the same from one change of the basket to the next. */
export type TillCommands = Pick<
  Till,
  'sessionId' | 'user' | 'change' | 'say' | 'open' | 'scan' | 'readMultiplier'
> & {
  /** The till as it is now, for what the user does next. */
  readonly now: () => Till;
};

/** A quantity typed before a scan, and how to put it back into its field if the scan adds nothing. */
export type TypedQuantity = {
  readonly quantity: Quantity;
  readonly giveBack: (code: string) => void;
};
