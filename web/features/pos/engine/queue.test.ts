import { describe, expect, test } from 'vitest';
import {
  type Answer,
  expiredSales,
  dueAt,
  pauseAfter,
  type PaidSent,
  type QueuedSale,
  replay,
  sendQueued,
} from './queue';

describe('the queue of unsent sales', () => {
  const queued = (clientId: string, changes: Partial<QueuedSale> = {}): QueuedSale => ({
    clientId,
    userId: 1,
    userName: 'Ann',
    body: { client_id: clientId, was_offline: false, lines: [], expected_total: '1.00', channel: 'till' },
    document: { sold_at: new Date(clientId.charCodeAt(0)), lines: [] } as never,
    status: 'waiting',
    tries: 0,
    triedAt: null,
    problem: null,
    number: null,
    saleId: null,
    ...changes,
  });
  const refusal = (status: number, message = 'No.'): Answer => ({
    kind: 'refused',
    refused: { status, message, errors: {}, current: undefined },
  });
  const done: Answer = { kind: 'done', saleId: 9, number: 'INV-9' };
  const now = () => new Date('2026-11-21T18:00:00Z');

  /** A server with scripted replies, and what it received. */
  function server(answerTo: (id: string) => Answer) {
    const sent: PaidSent[] = [];
    const saved = new Map<string, QueuedSale>();
    const states: string[] = [];
    return {
      sent,
      saved,
      states,
      ports: {
        now,
        send: async (body: PaidSent) => {
          sent.push(body);
          return answerTo(body.client_id);
        },
        save: async (sale: QueuedSale) => {
          states.push(`${sale.clientId} ${sale.status}`);
          saved.set(sale.clientId, sale);
        },
      },
    };
  }

  test('R28 F97 sales are sent once, in order and with their cashier', async () => {
    const { sent, saved, ports } = server(() => done);
    const others = [
      queued('c', { userId: 2 }),
      queued('d', { status: 'done' }),
      queued('e', { status: 'kept' }),
    ];
    expect(await replay([queued('b'), queued('a'), ...others], ports)).toBe('all');
    expect(sent.map(({ client_id, was_offline, sold_by }) => [client_id, was_offline, sold_by])).toEqual([
      ['a', true, 1],
      ['b', true, 1],
      ['c', true, 2],
    ]);
    expect(saved.get('b')).toMatchObject({ status: 'done', number: 'INV-9', saleId: 9 });
  });

  test('F22 F98 a refused sale waits with its reason and is retried, and the others continue', async () => {
    const { saved, sent, ports } = server(id => (id === 'a' ? refusal(403, 'No right.') : done));
    expect(await replay([queued('a'), queued('b')], ports)).toBe('all');
    expect(saved.get('a')).toMatchObject({ status: 'waiting', problem: 'No right.', tries: 1 });
    expect(saved.get('b')?.status).toBe('done');
    const [again] = [saved.get('a') as QueuedSale];
    await replay([{ ...again, triedAt: now().getTime() - 5_000 }], ports);
    expect(sent.map(({ client_id }) => client_id)).toEqual(['a', 'b', 'a']);
  });

  test('R28 offline, nothing is lost and no other sale is tried', async () => {
    const { states, ports } = server(() => ({ kind: 'unreached' }));
    expect(await replay([queued('a'), queued('b')], ports)).toBe('unreached');
    expect(states).toEqual(['a sending', 'a waiting']);
  });

  test('F98 the pause between attempts grows from five seconds to five minutes, without a last attempt', async () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(tries => pauseAfter(tries) / 1000)).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300,
    ]);
    const { sent, ports } = server(() => ({ kind: 'unreached' }));
    const at = now().getTime();
    const failed = queued('a', { tries: 3, triedAt: at - 19_000 });
    await replay([failed], ports);
    expect(sent, 'not yet').toEqual([]);
    await replay([failed], ports, true);
    expect(sent, 'somebody has come back').toHaveLength(1);
    await replay([{ ...failed, triedAt: at - 4_000 }], ports, true);
    expect(sent, 'but never at once').toHaveLength(1);
    await replay([queued('b', { tries: 99, triedAt: at - 300_000 })], ports);
    expect(sent).toHaveLength(2);
    // A clock that was three days ahead at the last attempt.
    await replay([queued('c', { tries: 1, triedAt: at + 259_200_000 })], ports);
    expect(sent).toHaveLength(3);
    expect(dueAt(queued('a'), false), 'what was never tried').toBe(0);
  });

  test('F23 a sale kept for a manager is not sent again', async () => {
    const { saved, ports } = server(() => ({ kind: 'kept', reason: '£0.40 is still due.' }));
    await sendQueued(queued('a'), ports);
    expect(saved.get('a')).toMatchObject({ status: 'kept', problem: '£0.40 is still due.' });
  });

  test('a till that sells all day keeps the latest sales for their receipts, and all unfinished ones', () => {
    const soldAt = (minutesAgo: number) =>
      ({ document: { sold_at: new Date(now().getTime() - minutesAgo * 60_000) } }) as Partial<QueuedSale>;
    const sold = Array.from({ length: 60 }, (_, nth) =>
      queued(`done ${nth}`, { status: 'done', ...soldAt(nth) }),
    );
    const others = [queued('waits', soldAt(10_000))];
    expect(expiredSales([...sold, ...others], now()).map(({ clientId }) => clientId)).toEqual(
      sold.slice(50).map(({ clientId }) => clientId),
    );
    const old = queued('of last week', { status: 'done', ...soldAt(10_000) });
    expect(expiredSales([old, ...others], now())).toEqual([old]);
  });
});
