import { useLayoutEffect } from 'react';
import { formatQuantity, type Quantity, wholeUnits, toQuantity } from '#domain/kernel/quantity';
import type { Pence } from '#domain/kernel/money';
import { countOf } from '#domain/kernel/count-of';
import { hasPermission } from '#domain/kernel/access';
import { isConnected } from './device/connection';
import { openRequestOf } from './device/open-request';
import { isUntouched, type StockNeed } from './engine/basket';
import { stockNeedsOf, stockWords } from './engine/stock';
import { afterLookups, isCodeLookedUp } from './device/lookups';
import { catalogueState } from './device/products';
import { logRemoved } from './device/till-log';
import { removedValue } from './engine/removed-value';
import type { Till, TillCommands } from './till-state';

export type TillAction = {
  /** The label in the list of keyboard shortcuts. */
  readonly key: string;
  readonly label: string;
  readonly run: (till: Till) => void;
  readonly enabled?: (till: Till) => boolean;
};

/** Users who can open the desk but not sell can still make quotes and edit sales. */
const canSell = ({ user }: Till) => hasPermission(user, 'create_sale');

const hasLine = (till: Till) => till.selected !== null;
const hasLines = (till: Till) => till.basket.lines.length > 0;

/** Whether the basket was opened from a sale or quote. It can only be saved there. */
const isOfDocument = ({ basket }: Till) => Boolean(basket.replacing ?? basket.quote);
/** What was sent and not answered is only sent again. */
const isFreeFor = (dialog: 'quote' | 'void', { unanswered }: Till) =>
  unanswered === null || unanswered.dialog === dialog;
export const isRevised = ({ basket }: Till): boolean => basket.quote?.use === 'revise';

function saveAsQuote(till: Till): void {
  if (till.basket.customer) {
    till.say(null);
    return till.open({ kind: 'quote' });
  }
  till.say({ tone: 'plain', text: 'Choose a customer first, then save the quote.' });
  till.open({ kind: 'customer' });
}

/** Removes a line, with a message and an undo. */
export function removeLine(till: Till, key: number): void {
  const at = till.basket.lines.findIndex(line => line.key === key);
  const line = till.basket.lines[at];
  if (!line) return;
  // Removing the last line voids the basket, so it needs the same permission.
  if (till.basket.lines.length === 1 && actions.clear.enabled(till) && till.sessionId !== null)
    return till.open({ kind: 'void' });
  const worth = removedValue(line, till.sale.lines[at], line.quantity);
  if (!till.change({ do: 'remove', key, worth })) return;
  reportRemoved(till, { amount: worth, note: line.name });
  till.say({
    tone: 'plain',
    text: `${line.name} removed.`,
    isAnnounced: true,
    action: {
      label: 'Undo',
      run: () => {
        restoreLine(till);
        till.say(null);
      },
    },
  });
}

/** Puts back the line removed last, and takes back its report. */
function restoreLine(till: Till): void {
  const { removed } = till.store.basket.get();
  if (!till.change({ do: 'undo' })) return;
  if (removed?.worth !== undefined)
    reportRemoved(till, { amount: removed.worth, note: removed.line.name, isRestored: true });
}

/** Sets the quantity of a line. What it is lowered by is reported, as a removed line is. */
export function setQuantity(till: Till, key: number, quantity: Quantity): void {
  const at = till.basket.lines.findIndex(line => line.key === key);
  const line = till.basket.lines[at];
  if (!line || quantity <= 0) return removeLine(till, key);
  if (!till.change({ do: 'quantity', key, quantity }) || quantity >= line.quantity) return;
  reportRemoved(till, {
    amount: removedValue(line, till.sale.lines[at], toQuantity(line.quantity - quantity)),
    note: `${formatQuantity(line.quantity)} to ${formatQuantity(quantity)} × ${line.name}`,
  });
}

type Reported = { readonly amount: Pence; readonly note: string; readonly isRestored?: boolean };

function reportRemoved(till: Till, { isRestored = false, ...removed }: Reported): void {
  if (!canSell(till)) return;
  const basketId = till.store.basket.get().clientId;
  logRemoved(till.sessionId, { ...removed, isRestored, basketId, userId: till.user.id });
}

/** The stock shortage that blocks payment. Offline the figures may be old, so it only warns. */
export const shortageReason = ({ shortages }: Till): string | null => {
  // Shortages that can be approved are handled by approval.
  const [first, ...others] = shortages.filter(({ canAsk }) => !canAsk);
  if (!first || !isConnected.get()) return null;
  const more = others.length > 0 ? `, and ${countOf(others.length, 'other product')} short` : '';
  return `${first.name}: ${stockWords(first.available)}${more}. Remove what is out of stock before taking payment. To sell it, adjust its stock or change “If stock runs out” on the product.`;
};

export function startPaying(till: Till): void {
  // Its own goods may be what is short now.
  const sent = openRequestOf(till.store.basket.get());
  if (sent) return till.open({ kind: sent.dialog });
  const shortage = shortageReason(till);
  if (shortage !== null) return till.say({ tone: 'danger', text: shortage });
  const needs = stockNeeds(till);
  if (needs.length === 0) return till.open({ kind: 'pay' });
  // Ask before taking money: a card payment cannot be taken back.
  till.open({
    kind: 'approval',
    clientId: till.basket.clientId,
    needs,
    onApproved: approvals => {
      till.change({ do: 'approved', approvals, stock: needs });
      till.open({ kind: 'pay' });
    },
  });
}

/** The approvals needed before payment. Offline, a shortage becomes a sale exception instead. */
export const stockNeeds = ({ shortages, basket, user }: Till): StockNeed[] =>
  isConnected.get() && !hasPermission(user, 'adjust_stock')
    ? stockNeedsOf(shortages, basket.stockApproved ?? [])
    : [];

/** Asks for the customer first. The user then presses the button again. */
function takePayment(till: Till, purpose: 'receipt' | 'top_up'): void {
  if (!isConnected.get())
    return till.say({
      tone: 'danger',
      text: 'The server cannot be reached, so customer payments cannot be taken.',
    });
  if (till.basket.customer) return till.open({ kind: 'take-payment', purpose });
  till.say({ tone: 'plain', text: 'Choose the customer, then take the payment.' });
  till.open({ kind: 'customer' });
}
export const canTakePayments = ({ sessionId, user }: Pick<Till, 'sessionId' | 'user'>): boolean =>
  sessionId !== null && hasPermission(user, 'take_payment');

export const actions = {
  help: { key: 'F1', label: 'Show keyboard shortcuts', run: till => till.open({ kind: 'help' }) },
  search: { key: 'F2', label: 'Search products', run: () => focusSearch() },
  customer: { key: 'F3', label: 'Choose a customer', run: till => till.open({ kind: 'customer' }) },
  pay: {
    key: 'F4',
    label: 'Pay',
    enabled: till =>
      till.unanswered !== null ||
      ((canSell(till) || till.basket.replacing !== null || isRevised(till)) &&
        (hasLines(till) || till.basket.returning !== null) &&
        till.calculated.kind === 'calculated' &&
        till.basket.replacing?.reason.trim() !== ''),
    // A revision is saved, not paid.
    run: till => (isRevised(till) ? saveAsQuote(till) : startPaying(till)),
  },
  quantity: {
    key: 'F6',
    label: 'Change quantity',
    enabled: hasLine,
    run: till => till.selected && till.open({ kind: 'quantity', line: till.selected }),
  },
  discount: {
    key: 'F7',
    label: 'Line discount',
    enabled: hasLine,
    run: till => till.selected && till.open({ kind: 'discount', line: till.selected }),
  },
  price: {
    key: 'F8',
    label: 'Change price',
    enabled: hasLine,
    run: till => till.selected && till.open({ kind: 'price', line: till.selected }),
  },
  note: {
    key: 'Shift+F6',
    label: 'Line note',
    enabled: hasLine,
    run: till => till.selected && till.open({ kind: 'note', line: till.selected }),
  },
  basketDiscount: {
    key: 'Shift+F7',
    label: 'Basket discount',
    enabled: hasLines,
    run: till => till.open({ kind: 'basket-discount' }),
  },
  hold: {
    key: 'F9',
    label: 'Hold the sale',
    enabled: till => canSell(till) && hasLines(till) && !isOfDocument(till) && till.unanswered === null,
    run: till => till.open({ kind: 'hold' }),
  },
  held: { key: 'F10', label: 'Held sales', run: till => till.open({ kind: 'held' }) },
  takePayment: {
    key: 'Shift+F3',
    label: 'Take a customer payment',
    enabled: canTakePayments,
    run: till => takePayment(till, 'receipt'),
  },
  topUp: {
    key: 'Shift+F5',
    label: 'Top up a wallet',
    enabled: canTakePayments,
    run: till => takePayment(till, 'top_up'),
  },
  quote: {
    key: 'Shift+F2',
    label: 'Save as quote (sales desk)',
    enabled: till =>
      till.channel === 'desk' &&
      hasLines(till) &&
      till.calculated.kind === 'calculated' &&
      till.basket.returning === null &&
      !isOfDocument(till) &&
      isFreeFor('quote', till),
    run: till => saveAsQuote(till),
  },
  refund: {
    key: 'Shift+F4',
    label: 'Refund or exchange',
    enabled: till => !isOfDocument(till) && (canSell(till) || hasPermission(till.user, 'refund_sale')),
    run: till => till.open({ kind: 'return', number: null }),
  },
  clear: {
    key: 'Shift+Delete',
    label: 'Void the basket',
    enabled: till => !isUntouched(till.basket) && !isOfDocument(till) && isFreeFor('void', till),
    run: till => till.open({ kind: 'void' }),
  },
  unsent: {
    key: 'Shift+F9',
    label: 'Sales on this device',
    run: till => till.open({ kind: 'unsent' }),
  },
  till: { key: 'Shift+F10', label: 'Till, drawer and reports', run: till => till.open({ kind: 'till' }) },
} satisfies Record<string, TillAction>;

/** Keys that work while the search field is empty and nothing is being typed. */
const bare: Readonly<Record<string, (till: Till) => void>> = {
  ArrowDown: till => till.change({ do: 'step', by: 1 }),
  ArrowUp: till => till.change({ do: 'step', by: -1 }),
  Delete: till => till.selected && removeLine(till, till.selected.key),
  '+': till => stepQuantity(till, 1),
  '-': till => stepQuantity(till, -1),
  '?': till => till.open({ kind: 'help' }),
};

export const bareKeys = [
  { key: '↑ ↓', label: 'Move through the lines or search results' },
  { key: '+ −', label: 'Add or remove one' },
  { key: 'Delete', label: 'Remove the line' },
  { key: 'Ctrl+Z', label: 'Restore the line' },
  { key: '3 *', label: 'Set a quantity of 3 for the next product' },
  { key: 'Enter', label: 'Add the selected result. In a dialog, its main button' },
  { key: 'Esc', label: 'Clear the search or close the dialog' },
] as const;

export function stepQuantity(till: Till, by: 1 | -1): void {
  const { selected } = till;
  if (!selected) return;
  setQuantity(till, selected.key, toQuantity(selected.quantity + wholeUnits(by)));
}

export const searchFieldId = 'till-search';
const searchField = () => document.querySelector<HTMLInputElement>(`#${searchFieldId}`);
export const focusSearch = (): void => searchField()?.focus();
export const isSearchEmpty = (): boolean => (searchField()?.value ?? '') === '';

/** The till's keyboard shortcuts. Everything works without a mouse. */
export function useTillKeys({ now }: TillCommands): void {
  useLayoutEffect(() => {
    const runCommand = (event: KeyboardEvent) => {
      const till = now();
      if (!till.dialog) commandOf(event, till)?.(till);
    };
    const onKey = (event: KeyboardEvent) => {
      const till = now();
      if (till.dialog || event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
      const run = commandOf(event, till);
      if (!run) return;
      event.preventDefault();
      // Stop the app's own shortcuts.
      event.stopImmediatePropagation();
      // A key just after a scan is for the basket with that scan, which takes a moment to be looked up. Before the
      // first catalogue has loaded that moment may be long, so what can be done without the scan is not held up. What
      // cannot be done yet waits for the prices of a restored basket too.
      const isForScan = isCodeLookedUp() && catalogueState.get().kind !== 'first';
      if (run !== notYet && !isForScan) run(till);
      else afterLookups(() => runCommand(event));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [now]);
}

/** A command that is not possible now, such as one for a line while there is none. */
const notYet = () => undefined;

function commandOf(event: KeyboardEvent, till: Till): ((till: Till) => void) | null {
  const name = `${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`;
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !isTyping(event)) return restoreLine;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const action: TillAction | undefined = Object.values(actions).find(({ key }) => key === name);
  if (action) return action.enabled?.(till) === false ? notYet : action.run;
  if (isTyping(event)) return null;
  return bare[event.key] ?? startTyping(event);
}

/** Whether the key belongs to text being typed. An empty search field has none yet. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || !/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  return target.id !== searchFieldId || (target as HTMLInputElement).value !== '';
}

/** Letters typed anywhere go into the search field. */
function startTyping(event: KeyboardEvent): null {
  if (event.key.length === 1 && event.key !== ' ' && document.activeElement?.id !== searchFieldId)
    focusSearch();
  return null;
}
