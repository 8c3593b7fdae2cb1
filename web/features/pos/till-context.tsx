import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SessionUser } from '#domain/session/session.contract';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import { useStore } from '../../platform/store';
import { useUser } from '../../platform/session';
import type { BasketStore } from './device/basket-store';
import { customerById, customersHere } from './device/customers';
import { printTrouble } from './device/print';
import type { RefundMade } from './device/refund-made';
import { type OpenRequest, openRequestOf } from './device/open-request';
import { catalogue, knownVersion, learnMissing } from './device/products';
import type { Refused } from './engine/queue';
import { dateOfServer, serverAhead } from './device/server-clock';
import { stockHere } from './device/stock';
import { useAllUnanswered } from './device/unanswered';
import { type Shortage, shortagesOf } from './engine/stock';
import type { Basket, BasketAction, BasketLine } from './engine/basket';
import { type Calculated, calculateBasket } from './engine/calculate';
import { withCustomerNow } from './engine/customer-now';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { Quantity } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { Pence } from '#domain/kernel/money';
import type { TillPayment } from '#domain/wallet/till-payment.contract';
import { catalogueLost, useScanned, useScans } from './till-scans';

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

const TillContext = createContext<Till | null>(null);
const CommandsContext = createContext<TillCommands | null>(null);

/** A quantity typed before a scan, and how to put it back into its field if the scan adds nothing. */
export type TypedQuantity = {
  readonly quantity: Quantity;
  readonly giveBack: (code: string) => void;
};

/** The till, for parts that show what changes with every scan. */
export function useTill(): Till {
  const till = useContext(TillContext);
  if (!till) throw new Error('Only parts of a till may ask for it');
  return till;
}

/** The till, for parts that only act on it: a scan does not render them again. */
export function useTillCommands(): TillCommands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('Only parts of a till may ask for it');
  return commands;
}

type Props = {
  channel: 'till' | 'desk';
  sessionId: number | null;
  store: BasketStore;
  loadAgain?: (() => void) | undefined;
  children: ReactNode;
};

/** The state shared by the parts of a till: basket, totals, dialogs and scanner. */
export function TillProvider({ channel, sessionId, store, loadAgain, children }: Props) {
  const basket = useBasketOf(store);
  const user = useUser();
  const [dialog, setDialog] = useState<TillDialogState | null>(null);
  const [remark, say] = useState<Remark | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const multiplier = useRef<(() => TypedQuantity | undefined) | null>(null);
  const calculated = useCalculated(basket, say);
  const dialogScan = useRef<DialogScan | null>(null);
  const takeScans = useCallback((by: DialogScan | null) => {
    dialogScan.current = by;
  }, []);
  const levels = useStore(stockHere);
  const shortages = useMemo(() => shortagesOf(basket, levels), [basket, levels]);
  const sale = useLastSale(calculated);
  const change = useCallback(
    (action: BasketAction) => {
      setRefused(null);
      const reason = store.change(action);
      if (reason !== null) say({ tone: 'danger', text: reason });
      return reason === null;
    },
    [store],
  );
  const takeMultiplier = useCallback(() => multiplier.current?.(), []);
  const readMultiplier = useCallback((from: () => TypedQuantity | undefined) => {
    multiplier.current = from;
  }, []);
  const open = useCallback((next: TillDialogState) => {
    // Clear the problem of an earlier receipt.
    printTrouble.set(null);
    setDialog(next);
  }, []);
  useNotAdded(store, say);
  useCashierNamed(user, say);
  const scan = useScanned({ store, change, say, setDialog, takeMultiplier });
  const till: Till = {
    channel,
    sessionId,
    store,
    loadAgain,
    basket,
    change,
    unanswered: useOpenRequest(store),
    calculated,
    sale,
    shortages,
    selected: basket.lines.find(({ key }) => key === basket.selected) ?? null,
    user,
    dialog,
    open,
    // The dialog whose request is under way stays until its answer.
    close: () => !store.isSending.get() && setDialog(null),
    remark,
    say,
    refused,
    setRefused,
    takeMultiplier,
    readMultiplier,
    scan,
    dialogScan,
    takeScans,
  };
  useScans(till);
  const commands = useCommands(till);
  return (
    <CommandsContext value={commands}>
      <TillContext value={till}>{children}</TillContext>
    </CommandsContext>
  );
}

/** Says who sells from now on, whether they took over here or in another tab. */
function useCashierNamed({ id, name }: Till['user'], say: Till['say']): void {
  const cashier = useRef(id);
  useEffect(() => {
    if (cashier.current === id) return;
    cashier.current = id;
    say({ tone: 'plain', text: `${name} is now the cashier.` });
  }, [id, name, say]);
}

/** The basket with its customer as the office last changed them. */
function useBasketOf(store: BasketStore): Basket {
  const stored = useStore(store.basket);
  const customers = useStore(customersHere);
  return useMemo(
    () => withCustomerNow(stored, customerById),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the customers are read through a function
    [stored, customers],
  );
}

/** While it is being sent there is no doubt yet. */
function useOpenRequest({ basket, isSending }: BasketStore): OpenRequest | null {
  useAllUnanswered();
  const isUnderWay = useStore(isSending);
  return isUnderWay ? null : openRequestOf(basket.get());
}

/** Says why what was scanned while a request was under way is in no basket. */
function useNotAdded({ notAdded }: BasketStore, say: (remark: Remark) => void): void {
  const last = useStore(notAdded);
  useEffect(() => {
    if (last) say({ tone: 'danger', text: last.reason });
  }, [last, say]);
}

/** The basket's prices on the server's date. */
function useCalculated(basket: Basket, say: (remark: Remark) => void): Calculated {
  const known = useStore(knownVersion);
  const ahead = useStore(serverAhead);
  // Lines of a resumed sale, a quote or an earlier visit.
  useLayoutEffect(() => {
    learnMissing(basket.lines.map(line => line.productId)).catch(() => say(catalogueLost));
  }, [basket.lines, known, say]);
  return useMemo(
    () => calculateBasket(basket, catalogue, dateOfServer()),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the catalogue object stays the same; its version changes
    [basket, known, ahead],
  );
}

function useCommands(till: Till): TillCommands {
  const latest = useRef(till);
  useLayoutEffect(() => {
    latest.current = till;
  });
  const { sessionId, user, change, say, open, scan, readMultiplier } = till;
  return useMemo(
    () => ({ sessionId, user, change, say, open, scan, readMultiplier, now: () => latest.current }),
    [sessionId, user, change, say, open, scan, readMultiplier],
  );
}

/**
 * The totals last calculated, while a line cannot be priced too. Lines that a change leaves as they were stay the same
 * objects, so that they are not drawn again.
 */
function useLastSale(calculated: Calculated): CalculatedSale {
  const [last, setLast] = useState(emptySale);
  const sale = useMemo(
    () => (calculated.kind === 'calculated' ? replaceEqualDeep(last, calculated.sale) : last),
    [calculated, last],
  );
  if (sale !== last) setLast(sale);
  return sale;
}

const emptyCalculation = calculateBasket({ lines: [] } as never, catalogue, '2000-01-01');
const emptySale = (emptyCalculation as Extract<Calculated, { kind: 'calculated' }>).sale;

/** Lets a dialog of the till take scans while it is open; null leaves them to its contents. */
export function useDialogScan(onScan: DialogScan | null): void {
  const { takeScans } = useTill();
  useLayoutEffect(() => {
    if (onScan === null) return;
    takeScans(onScan);
    return () => takeScans(null);
  });
}
