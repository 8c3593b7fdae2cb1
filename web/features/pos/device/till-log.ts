import { poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { newIdempotencyKey, request } from '../../../platform/api';
import { isConnected, whenReached } from './connection';
import { device } from './database';

/** What a till's day counts without money is told to the server; without a network it is kept until it can be. */
type Event = {
  readonly key: string;
  readonly sessionId: number;
  readonly amount: string;
  readonly note: string;
};

const name = 'events';

export function logRemovedLine(sessionId: number | null, amount: number, note: string): void {
  if (sessionId === null) return;
  const event: Event = {
    key: newIdempotencyKey(),
    sessionId,
    amount: poundsFromPence(amount),
    note: note.slice(0, 200),
  };
  changing = changing.then(() => add(event)).then(tell);
}

let changing: Promise<void> = Promise.resolve();

const read = async () => (await device.read<Event[]>('kept', name)) ?? [];
const add = async (event: Event) =>
  device.write({ store: 'kept', key: name, value: [...(await read()), event] });

/** Tells what is kept, in order; what the server refuses is not asked again. */
async function tell(): Promise<void> {
  for (const event of await read()) {
    if (!isConnected.get()) return;
    const told = await request(tills.lineRemoved, {
      params: { id: event.sessionId },
      body: { amount: event.amount, note: event.note },
      idempotencyKey: event.key,
      shownInPlace: true,
    }).then(
      () => true,
      (error: { status?: number }) =>
        (error.status ?? 0) >= 400 && (error.status ?? 0) < 500 && error.status !== 401,
    );
    if (!told) return;
    const left = (await read()).filter(({ key }) => key !== event.key);
    await device.write({ store: 'kept', key: name, value: left });
  }
}

whenReached(() => {
  changing = changing.then(tell);
});
