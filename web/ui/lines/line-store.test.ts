import { expect, test, vi } from 'vitest';
import { createLineStore } from './line-store';

type Line = { key: string; quantity: string };
const lines: Line[] = ['a', 'b', 'c'].map(key => ({ key, quantity: '1' }));

test('F11 a change concerns its own line and the totals, and leaves every other line the same object', () => {
  const store = createLineStore(lines);
  const [a, b, keys, any] = [
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ];
  store.onLine('a', a);
  store.onLine('b', b);
  store.onKeys(keys);
  store.onAny(any);
  const keysBefore = store.keys();
  store.change('b', { quantity: '2' });
  expect([a, b, keys, any].map(listener => listener.mock.calls.length)).toEqual([0, 1, 0, 1]);
  expect(store.lines()).toEqual([lines[0], { key: 'b', quantity: '2' }, lines[2]]);
  expect(store.lines()[0]).toBe(lines[0]);
  expect(store.keys()).toBe(keysBefore);
  expect(lines[1]?.quantity).toBe('1');
});

test('a removed line is gone, lines behind it move up, and those that are the same are not told', () => {
  const store = createLineStore(lines);
  const [c, keys] = [vi.fn<() => void>(), vi.fn<() => void>()];
  store.onLine('c', c);
  const forget = store.onKeys(keys);
  store.set(lines.toSpliced(0, 1));
  expect([store.line('a'), store.placeOf('a'), store.placeOf('c')]).toEqual([undefined, -1, 1]);
  expect([c, keys].map(listener => listener.mock.calls.length)).toEqual([0, 1]);
  store.change('a', { quantity: '5' });
  expect(store.lines()).toEqual([lines[1], lines[2]]);
  forget();
  store.set([]);
  expect(keys).toHaveBeenCalledTimes(1);
});

test('lines set at once are told only where they differ', () => {
  const store = createLineStore(lines);
  const [a, b, keys] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  store.onLine('a', a);
  store.onLine('b', b);
  store.onKeys(keys);
  store.set(lines.with(1, { key: 'b', quantity: '7' }));
  expect([a, b, keys].map(listener => listener.mock.calls.length)).toEqual([0, 1, 0]);
  expect(store.line('b')?.quantity).toBe('7');
});
