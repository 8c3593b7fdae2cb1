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
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import { useStore } from '../../platform/store';
import { useUser } from '../../platform/session';
import type { BasketStore } from './device/basket-store';
import { customerById, customersHere } from './device/customers';
import { printTrouble } from './device/print';
import { type OpenRequest, openRequestOf } from './device/open-request';
import { catalogue, knownVersion, learnMissing } from './device/products';
import type { Refused } from './engine/queue';
import { dateOfServer, serverAhead } from './device/server-clock';
import { stockHere } from './device/stock';
import { useAllUnanswered } from './device/unanswered';
import { shortagesOf } from './engine/stock';
import type { Basket } from './engine/basket';
import type { BasketAction } from './engine/change-basket';
import { type Calculated, calculateBasket } from './engine/calculate';
import { withCustomerNow } from './engine/customer-now';
import { replaceEqualDeep } from '@tanstack/react-query';
import { catalogueLost, useScanned, useScans } from './till-scans';
import type { TillDialogState, Remark, DialogScan, Till, TillCommands, TypedQuantity } from './till-state';

const TillContext = createContext<Till | null>(null);
const CommandsContext = createContext<TillCommands | null>(null);

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
