import { expect, test } from 'vitest';
import { sentInOrder } from './sent-in-order';

const noAnswer = () => new Error('no answer');
const busy = () => new Error('busy');
const refused = () => new Error('refused');
const isUndecided = (error: unknown) => error instanceof Error && error.message !== 'refused';
const keys = () => {
  let made = 0;
  return () => String((made += 1));
};

/** A server that counts what it is sent once for each key, and loses some of its answers. */
function server(losses: readonly (() => Error)[]) {
  const counted = new Map<string, string>();
  const lost = [...losses];
  const tried: string[] = [];
  return {
    tried,
    counted: () => [...counted.values()],
    send: (body: string, key: string): Promise<string> => {
      tried.push(body);
      if (body === 'too much') return Promise.reject(refused());
      counted.set(key, body);
      const loss = lost.shift();
      return loss ? Promise.reject(loss()) : Promise.resolve(`${body} counted`);
    },
  };
}

test('R12 a scan whose answer is lost is sent again with its key before the next one, and counted once', async () => {
  const shop = server([noAnswer, busy]);
  const paused: number[] = [];
  const count = sentInOrder({
    send: shop.send,
    isUndecided,
    newKey: keys(),
    pause: ms => {
      paused.push(ms);
      return Promise.resolve();
    },
  });
  let unconfirmed = 0;
  const answers = await Promise.all([
    count('teapot', () => {
      unconfirmed += 1;
    }),
    count('kettle'),
    count('teapot'),
  ]);
  expect(answers).toEqual(['teapot counted', 'kettle counted', 'teapot counted']);
  expect(shop.tried).toEqual(['teapot', 'teapot', 'teapot', 'kettle', 'teapot']);
  expect(shop.counted()).toEqual(['teapot', 'kettle', 'teapot']);
  expect([unconfirmed, paused]).toEqual([2, [2000, 4000]]);
});

test('R12 a refusal is an answer: it is not sent again, and the next one is sent', async () => {
  const shop = server([]);
  const count = sentInOrder({
    send: shop.send,
    isUndecided,
    newKey: keys(),
    pause: () => Promise.reject(new Error('There is nothing to wait for')),
  });
  const [first, second] = await Promise.allSettled([count('too much'), count('mug')]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'mug counted' }]);
  expect(shop.tried).toEqual(['too much', 'mug']);
});
