import { poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { newClientId } from '../../../platform/client-id';
import { isForLater } from '../engine/queue';
import { isConnected, noteConnection, onReconnect } from './connection';
import { device } from './database';

/**
 * Reports till events without money to the server, and stores them while offline. They outlive signing out, except for
 * the note, which names the product. The user who is signed in then sends them.
 */
type Event = {
  readonly key: string;
  readonly sessionId: number;
  readonly amount: string;
  /** Missing in events stored by an earlier version, whose key is not the id of an event. */
  readonly of?: Pick<Removed, 'basketId' | 'userId' | 'isRestored'>;
};

/** Goods taken out of a basket, or put back into it, by this user. */
export type Removed = {
  readonly amount: number;
  readonly note: string;
  readonly basketId: string;
  readonly userId: number;
  readonly isRestored: boolean;
};

const name = 'events';

export function logRemoved(sessionId: number | null, { amount, note, ...of }: Removed): void {
  if (sessionId === null) return;
  const event: Event = { key: newClientId(), sessionId, amount: poundsFromPence(amount), of };
  inTurn(() => add(event, note.slice(0, 200)));
  inTurn(sendEvents);
}

let changing: Promise<unknown> = Promise.resolve();

/** Once what was removed so far has been reported, as far as the server answers. */
export const removedReported = (): Promise<unknown> => changing;

/** Runs after what was begun earlier, however that ended. */
function inTurn(work: () => Promise<unknown>): void {
  changing = changing.then(work).catch(() => undefined);
}

/** What could not be stored, with its note; sent as long as the page is open. */
const unstored = new Map<Event, string>();

const read = async () => (await device.read<Event[]>('plain', name)) ?? [];
const noteKey = ({ key }: Event) => `note ${key}`;
const add = async (event: Event, note: string) => {
  try {
    await device.write(
      { store: 'plain', key: name, value: [...(await read()), event] },
      { store: 'kept', key: noteKey(event), value: note },
    );
  } catch {
    unstored.set(event, note);
  }
};

/** What a refusal says of the user who is signed in, and not of what was removed: another one can send it. */
const isOfUser = 403;

/** Reports an event. Returns whether the server has decided on it: it has it, or refuses it for good. */
const report = ({ key, sessionId, amount, of }: Event, note: string | null): Promise<boolean> =>
  request(tills.lineRemoved, {
    params: { id: sessionId },
    body: {
      amount,
      note,
      ...(of && {
        client_id: key,
        basket_id: of.basketId,
        removed_by: of.userId,
        is_restored: of.isRestored,
      }),
    },
    idempotencyKey: key,
    shownInPlace: true,
    isBackground: true,
  }).then(
    () => true,
    error => {
      // Those queued behind it then wait until the server answers again.
      if (error instanceof ApiError && error.status === 0) noteConnection(false);
      if (!(error instanceof ApiError) || error.status === isOfUser) return false;
      return !isForLater(error.status) && error.code !== 'still_running';
    },
  );

/** Sends stored events in order. Refused events are not sent again. */
async function sendEvents(): Promise<void> {
  for (const [event, note] of unstored) {
    if (!isConnected.get() || !(await report(event, note))) return;
    unstored.delete(event);
  }
  for (const event of await read()) {
    if (!isConnected.get()) return;
    const note = (await device.read<string>('kept', noteKey(event))) ?? null;
    if (!(await report(event, note))) return;
    const remaining = (await read()).filter(({ key }) => key !== event.key);
    await device.write(
      { store: 'plain', key: name, value: remaining },
      { store: 'kept', key: noteKey(event), value: undefined },
    );
  }
}

onReconnect(() => inTurn(sendEvents));
