import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { londonDate } from '#domain/kernel/dates';
import type { SessionUser } from '#domain/session/session.contract';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import { useStore } from '../../platform/store';
import { sessionHasEnded, useUser } from '../../platform/session';
import type { BasketStore } from './device/basket-store';
import { printTrouble } from './device/print';
import { listenForScans } from './device/listen-for-scans';
import { catalogue, findCode, know, knownVersion, learnMissing } from './device/products';
import type { Refused } from './engine/queue';
import { stockHere } from './device/stock';
import { type Shortage, shortagesOf } from './engine/stock';
import { splitMultiplier } from './engine/multiplier';
import type { Basket, BasketAction, BasketLine } from './engine/basket';
import { type Calculated, calculateBasket } from './engine/calculate';
import type { Quantity } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { Pence } from '#domain/kernel/money';
import { toPence } from '#domain/kernel/money';
import { type TillPayment, tillPayments } from '#domain/wallet/till-payment.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';

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
    }
  | {
      readonly kind: 'approval';
      readonly clientId: string;
      readonly needs: readonly ApprovalNeed[];
      readonly onApproved: (approvals: readonly string[]) => void;
    };

export type Remark = {
  readonly tone: 'plain' | 'danger';
  readonly text: string;
  /** The basket's announcement already tells screen readers. */
  readonly isAnnounced?: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
};

type DialogScan = (code: string) => void;

export type Till = {
  readonly channel: 'till' | 'desk';
  readonly sessionId: number | null;
  readonly store: BasketStore;
  readonly basket: Basket;
  readonly change: (action: BasketAction) => void;
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
  readonly takeMultiplier: () => Quantity | undefined;
  /** Says where that quantity is typed. */
  readonly readMultiplier: (from: () => Quantity | undefined) => void;
  readonly scan: (code: string) => void;
  /** What the open dialog does with a scan; null when it ignores scans. */
  readonly dialogScan: React.RefObject<DialogScan | null>;
  readonly takeScans: (by: DialogScan | null) => void;
};

const TillContext = createContext<Till | null>(null);

export function useTill(): Till {
  const till = useContext(TillContext);
  if (!till) throw new Error('Only parts of a till may ask for it');
  return till;
}

type Props = {
  channel: 'till' | 'desk';
  sessionId: number | null;
  store: BasketStore;
  children: ReactNode;
};

const catalogueLost: Remark = {
  tone: 'danger',
  text: 'The products could not be read on this device. Reload the page, then scan again.',
};

/** INV-00007, CN-00003, and what tills print: T1-A-000042. */
const receiptNumber = /^(?:(?:INV|CN)-\d+|[A-Z0-9]{1,6}-[A-Z]{1,3}-\d{6,12})$/i;

const paymentNumber = /^RCT-\d+$/i;

/** The state shared by the parts of a till: basket, totals, dialogs and scanner. */
export function TillProvider({ channel, sessionId, store, children }: Props) {
  const basket = useStore(store.basket);
  const known = useStore(knownVersion);
  const user = useUser();
  const [dialog, setDialog] = useState<TillDialogState | null>(null);
  const [remark, say] = useState<Remark | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const multiplier = useRef<(() => Quantity | undefined) | null>(null);
  const calculated = useMemo(
    () => calculateBasket(basket, catalogue, londonDate(new Date())),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the catalogue object stays the same; its version changes
    [basket, known],
  );
  // Lines of a resumed sale, a quote or an earlier visit.
  useEffect(() => {
    learnMissing(basket.lines.map(line => line.productId)).catch(() => say(catalogueLost));
  }, [basket.lines, known]);
  const dialogScan = useRef<DialogScan | null>(null);
  const takeScans = useCallback((by: DialogScan | null) => {
    dialogScan.current = by;
  }, []);
  const levels = useStore(stockHere);
  const shortages = useMemo(() => shortagesOf(basket, levels), [basket, levels]);
  const lastSale = useRef<CalculatedSale | null>(null);
  if (calculated.kind === 'calculated') lastSale.current = calculated.sale;

  // A stable function per basket, so that tiles do not render again.
  const change = useCallback(
    (action: BasketAction) => {
      setRefused(null);
      store.change(action);
    },
    [store],
  );
  const takeMultiplier = () => multiplier.current?.();
  const readMultiplier = useCallback((from: () => Quantity | undefined) => {
    multiplier.current = from;
  }, []);
  const scan = useScanned({ change, say, setDialog, takeMultiplier });
  const till: Till = {
    channel,
    sessionId,
    store,
    basket,
    change,
    calculated,
    sale: lastSale.current ?? emptySale,
    shortages,
    selected: basket.lines.find(({ key }) => key === basket.selected) ?? null,
    user,
    dialog,
    open: next => {
      // Clear the problem of an earlier receipt.
      printTrouble.set(null);
      setDialog(next);
    },
    close: () => setDialog(null),
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
  return <TillContext value={till}>{children}</TillContext>;
}

const emptyCalculation = calculateBasket({ lines: [] } as never, catalogue, '2000-01-01');
const emptySale = (emptyCalculation as Extract<Calculated, { kind: 'calculated' }>).sale;

type Scanning = Pick<Till, 'change' | 'say' | 'takeMultiplier'> & {
  readonly setDialog: (dialog: TillDialogState) => void;
};

/** Handles a scanned code: adds a product, or finds a receipt or payment. */
function useScanned({ change, say, setDialog, takeMultiplier }: Scanning): (code: string) => void {
  const earlier = useRef(Promise.resolve());
  const take = async (code: string) => {
    // A user may type 3* and scan before the two can be told apart.
    const whole = await findCode(code);
    const split = splitMultiplier(code);
    const found = whole ?? (split.quantity ? await findCode(split.text) : null);
    if (found) {
      know(found);
      const quantity = takeMultiplier() ?? (whole ? undefined : split.quantity);
      change({ do: 'add', scanned: found, ...(quantity ? { quantity } : {}) });
      say(null);
    } else if (receiptNumber.test(code)) setDialog({ kind: 'return', number: code.toUpperCase() });
    else if (paymentNumber.test(code)) void showPayment(code);
    else say({ tone: 'danger', text: `No product has the barcode ${code}.` });
  };
  const showPayment = async (number: string) => {
    try {
      const payment = await request(tillPayments.find, { query: { number }, shownInPlace: true });
      setDialog({ kind: 'payment', payment, change: toPence(0), isFresh: false });
    } catch (error) {
      say({
        tone: 'danger',
        text: messageOf(error, 'The server cannot be reached, so the receipt could not be found.'),
      });
    }
  };
  // Scans are looked up one after another, so that lines come in the order of the scans.
  return code => {
    earlier.current = earlier.current.then(() => take(code)).catch(() => say(catalogueLost));
  };
}

/** Lets a dialog of the till take scans while it is open; null leaves them to its contents. */
export function useDialogScan(onScan: DialogScan | null): void {
  const { takeScans } = useTill();
  useLayoutEffect(() => {
    if (onScan === null) return;
    takeScans(onScan);
    return () => takeScans(null);
  });
}

/** Dialogs without fields, so a scan continues the sale as if they were closed. */
const scansBehind: ReadonlySet<TillDialogState['kind']> = new Set([
  'receipt',
  'payment',
  'refunded',
  'help',
  'unsent',
  'held',
]);

/** The message of a dialog that ignores scans. */
function insteadOfScanning({ kind }: TillDialogState): string {
  if (kind === 'pay') return 'Take the payment, or close the dialog to add products. The scan was ignored.';
  if (kind === 'approval') return 'Approve or cancel first. The scan was ignored.';
  return 'Finish or close this dialog, then scan again.';
}

/** A scan works wherever the cursor is: for the open dialog if it takes scans, otherwise for the basket. */
function useScans(till: Till): void {
  const onScan = useEffectEvent((code: string) => {
    // No one can sell while signed out.
    if (sessionHasEnded()) return;
    const { dialog, dialogScan, scan, say, close } = till;
    if (dialog && dialogScan.current) return dialogScan.current(code);
    if (dialog && !scansBehind.has(dialog.kind))
      return say({ tone: 'danger', text: insteadOfScanning(dialog) });
    if (dialog) close();
    scan(code);
  });
  // Before the first paint, because the user may scan as soon as the till is visible.
  useLayoutEffect(() => listenForScans(code => onScan(code)), []);
}
