import { useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { toPence } from '#domain/kernel/money';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { sessionHasEnded } from '../../platform/session';
import { listenForScans } from './device/listen-for-scans';
import { findCode, know, numberPrefixesHere } from './device/products';
import { splitMultiplier } from './engine/multiplier';
import { hasPrefix, isSaleNumber } from './engine/scanned-number';
import type { Remark, Till, TillDialogState, TypedQuantity } from './till-state';

export const catalogueLost: Remark = {
  tone: 'danger',
  text: 'The products could not be read on this device. Reload the page, then scan again.',
};

const waitForAnswer: Remark = { tone: 'danger', text: 'Wait for the server’s answer, then scan again.' };

type Scanning = Pick<Till, 'store' | 'change' | 'say'> & {
  readonly setDialog: (dialog: TillDialogState) => void;
};

/** Handles a scanned code. */
export function useScanned({
  store,
  change,
  say,
  setDialog,
  takeMultiplier,
}: Scanning & Pick<Till, 'takeMultiplier'>): (code: string) => void {
  const earlier = useRef(Promise.resolve());
  return useCallback(
    (code: string) => {
      const scanning = { store, change, say, setDialog };
      // What was typed before a scan is its quantity, however long the scans before it are looked up.
      const typed = takeMultiplier();
      // Scans are looked up one after another, so that lines come in the order of the scans.
      earlier.current = earlier.current
        .then(() => take(code, typed, scanning))
        .catch(() => say(catalogueLost));
    },
    [store, change, say, setDialog, takeMultiplier],
  );
}

/** Adds a product, or finds a receipt or payment. */
async function take(code: string, typed: TypedQuantity | undefined, scanning: Scanning): Promise<void> {
  const { store, change, say } = scanning;
  const setDialog = (dialog: TillDialogState) =>
    store.isSending.get() ? say(waitForAnswer) : scanning.setDialog(dialog);
  // A user may type 3* and scan before the two can be told apart.
  const whole = await findCode(code);
  const split = splitMultiplier(code);
  const found = whole ?? (split.quantity ? await findCode(split.text) : null);
  if (found) {
    know(found);
    const quantity = typed?.quantity ?? (whole ? undefined : split.quantity);
    if (change({ do: 'add', scanned: found, ...(quantity ? { quantity } : {}) })) say(null);
    return;
  }
  typed?.giveBack(code);
  const { sales, payments } = numberPrefixesHere();
  if (hasPrefix(code, payments)) void showPayment(code, { ...scanning, setDialog });
  else if (isSaleNumber(code, sales)) setDialog({ kind: 'return', number: code.toUpperCase() });
  else say({ tone: 'danger', text: `No product has the barcode ${code}.` });
}

async function showPayment(number: string, { say, setDialog }: Scanning): Promise<void> {
  try {
    const payment = await request(tillPayments.find, { query: { number }, shownInPlace: true });
    setDialog({ kind: 'payment', payment, change: toPence(0), isFresh: false });
  } catch (error) {
    say({
      tone: 'danger',
      text: messageOf(error, 'The server cannot be reached, so the receipt could not be found.'),
    });
  }
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
export function useScans(till: Till): void {
  const onScan = useEffectEvent((code: string) => {
    // No one can sell while signed out.
    if (sessionHasEnded()) return;
    const { store, dialog, dialogScan, scan, say, close } = till;
    if (dialog && dialog.kind !== 'approval' && dialogScan.current)
      return store.isSending.get() ? say(waitForAnswer) : dialogScan.current(code);
    if (dialog && !scansBehind.has(dialog.kind))
      return say({ tone: 'danger', text: insteadOfScanning(dialog) });
    // What is scanned while a held sale is on its way is added to it.
    if (dialog && !store.isSending.get()) close();
    scan(code);
  });
  // Before the first paint, because the user may scan as soon as the till is visible.
  useLayoutEffect(() => listenForScans(code => onScan(code)), []);
}
