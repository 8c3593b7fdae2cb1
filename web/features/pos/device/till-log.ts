import { poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { newIdempotencyKey, request } from '../../../platform/api';
import { isConnected, onReconnect } from './connection';
import { device } from './database';

/**
 * Reports till events without money to the server, and stores them while offline. They outlive signing out, except for
 * the note, which names the product.
 */
type Event = {
  readonly key: string;
  readonly sessionId: number;
  readonly amount: string;
};

const name = 'events';

export function logRemovedLine(sessionId: number | null, amount: number, note: string): void {
  if (sessionId === null) return;
  const event: Event = {
    key: newIdempotencyKey(),
    sessionId,
    amount: poundsFromPence(amount),
  };
  changing = changing.then(() => add(event, note.slice(0, 200))).then(sendEvents);
}

let changing: Promise<void> = Promise.resolve();

const read = async () => (await device.read<Event[]>('plain', name)) ?? [];
const noteKey = ({ key }: Event) => `note ${key}`;
const add = async (event: Event, note: string) =>
  device.write(
    { store: 'plain', key: name, value: [...(await read()), event] },
    { store: 'kept', key: noteKey(event), value: note },
  );

/** Sends stored events in order. Refused events are not sent again. */
async function sendEvents(): Promise<void> {
  for (const event of await read()) {
    if (!isConnected.get()) return;
    const reported = await request(tills.lineRemoved, {
      params: { id: event.sessionId },
      body: { amount: event.amount, note: (await device.read<string>('kept', noteKey(event))) ?? null },
      idempotencyKey: event.key,
      shownInPlace: true,
    }).then(
      () => true,
      (error: { status?: number }) =>
        (error.status ?? 0) >= 400 && (error.status ?? 0) < 500 && error.status !== 401,
    );
    if (!reported) return;
    const remaining = (await read()).filter(({ key }) => key !== event.key);
    await device.write(
      { store: 'plain', key: name, value: remaining },
      { store: 'kept', key: noteKey(event), value: undefined },
    );
  }
}

onReconnect(() => {
  changing = changing.then(sendEvents);
});
