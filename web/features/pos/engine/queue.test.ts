import { describe, expect, test } from 'vitest';
import { emptyBasket } from './basket';
import { type Answer, doneLongAgo, type QueuedSale, replay, sendQueued } from './queue';

describe('what waits for the server', () => {
  const queued = (clientId: string, changes: Partial<QueuedSale> = {}): QueuedSale => ({
    clientId,
    userId: 1,
    userName: 'Ann',
    body: { client_id: clientId, was_offline: true, lines: [], expected_total: '1.00', channel: 'till' },
    document: { sold_at: new Date(clientId.charCodeAt(0)) } as never,
    basket: emptyBasket(clientId),
    status: 'waiting',
    tries: 0,
    problem: null,
    number: null,
    saleId: null,
    ...changes,
  });
  const refusal = (status: number, message = 'No.') =>
    ({ kind: 'refused', refused: { status, message, errors: {}, current: undefined } }) as const;

  test('R28 sales go once and in their order; a refused one is kept with its reason and the others go on', async () => {
    const sent: string[] = [];
    const saved = new Map<string, QueuedSale>();
    const outcome = await replay(
      [queued('b'), queued('a'), queued('c', { userId: 2 }), queued('d', { status: 'refused' })],
      1,
      {
        send: async ({ client_id }) => {
          sent.push(client_id);
          return client_id === 'a'
            ? refusal(422, 'Out of stock.')
            : { kind: 'done', saleId: 9, number: 'INV-9' };
        },
        save: async sale => void saved.set(sale.clientId, sale),
      },
    );
    expect(outcome).toBe('all');
    expect(sent).toEqual(['a', 'b']);
    expect(saved.get('a')).toMatchObject({ status: 'refused', problem: { message: 'Out of stock.' } });
    expect(saved.get('b')).toMatchObject({ status: 'done', number: 'INV-9', saleId: 9 });
  });

  test('R28 without a network nothing is lost, and nothing else is tried', async () => {
    const saved: QueuedSale[] = [];
    const outcome = await replay([queued('a'), queued('b')], 1, {
      send: async () => ({ kind: 'unreached' }),
      save: async sale => void saved.push(sale),
    });
    expect(outcome).toBe('unreached');
    expect(saved.map(({ clientId, status }) => [clientId, status])).toEqual([
      ['a', 'sending'],
      ['a', 'waiting'],
    ]);
  });

  test('R30 a sale whose answer was lost is sent again exactly alike, and only then as one without a network', async () => {
    const bodies: boolean[] = [];
    const answers: Answer[] = [
      refusal(409, 'This session is closed.'),
      { kind: 'done', saleId: 1, number: 'INV-1' },
    ];
    const sale = queued('a', { tries: 1 });
    const sent = await sendQueued(
      { ...sale, body: { ...sale.body, was_offline: false } },
      {
        send: async body => {
          bodies.push(body.was_offline ?? false);
          return answers.shift() ?? { kind: 'unreached' };
        },
        save: async () => undefined,
      },
    );
    expect(bodies).toEqual([false, true]);
    expect(sent).toMatchObject({ status: 'done', number: 'INV-1' });
  });

  test('a till that sells all day keeps the last sales for their receipts, and everything that is not done', () => {
    const now = new Date('2026-11-21T18:00:00Z');
    const soldAt = (minutesAgo: number) =>
      ({ document: { sold_at: new Date(now.getTime() - minutesAgo * 60_000) } }) as Partial<QueuedSale>;
    const done = Array.from({ length: 60 }, (_, nth) =>
      queued(`done ${nth}`, { status: 'done', ...soldAt(nth) }),
    );
    const others = [
      queued('waits', soldAt(10_000)),
      queued('refused', { status: 'refused', ...soldAt(10_000) }),
    ];
    expect(doneLongAgo([...done, ...others], now).map(({ clientId }) => clientId)).toEqual(
      done.slice(50).map(({ clientId }) => clientId),
    );
    const old = queued('of last week', { status: 'done', ...soldAt(10_000) });
    expect(doneLongAgo([old, ...others], now)).toEqual([old]);
  });
});
