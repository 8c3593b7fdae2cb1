import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client';

afterEach(() => queryClient.clear());

/** A server whose answers are under way until they are let go. Each answer is what was stored when it was asked. */
function slowServer() {
  const server = { stored: 'before', asked: 0, answers: [] as (() => void)[] };
  const ask = () => {
    const answer = server.stored;
    server.asked += 1;
    return new Promise<string>(resolve => server.answers.push(() => resolve(answer)));
  };
  const letGo = () => {
    for (const answer of server.answers) answer();
  };
  return { server, ask, letGo };
}

/** A screen with a list, and what it has shown. */
function watch(queryFn: () => Promise<string>) {
  const list = new QueryObserver(queryClient, { queryKey: ['/list'], queryFn });
  const shown: (string | undefined)[] = [];
  return { list, shown, stop: list.subscribe(({ data }) => shown.push(data)) };
}

test('a first load that a write overtakes is made again, and its old answer is never shown', async () => {
  const { server, ask, letGo } = slowServer();
  const { list, shown, stop } = watch(ask);
  server.stored = 'after';
  const reloaded = queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  await reloaded;
  expect(server.asked).toBe(2);
  expect(list.getCurrentResult()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  expect(shown).not.toContain('before');
  stop();
});

test('a search that a write overtakes is made again, and whoever waits for it gets the new answer', async () => {
  const { server, ask, letGo } = slowServer();
  const found = queryClient.fetchQuery({ queryKey: ['/list'], queryFn: ask });
  server.stored = 'after';
  await queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  expect(await found).toBe('after');
  expect(server.asked).toBe(2);
});

test('what a hidden window is loading is loaded again', async () => {
  const { server, ask, letGo } = slowServer();
  const { list, shown, stop } = watch(ask);
  server.stored = 'after';
  await queryClient.invalidateQueries({ queryKey: ['/list'], refetchType: 'none' });
  letGo();
  await expect.poll(() => list.getCurrentResult().data).toBe('after');
  expect(shown).not.toContain('before');
  stop();
});

test('a list that is loaded once more when a write comes is loaded once again, not twice', async () => {
  const { server, ask, letGo } = slowServer();
  const { list, stop } = watch(ask);
  letGo();
  await expect.poll(() => list.getCurrentResult().data).toBe('before');
  void list.refetch();
  server.stored = 'after';
  const reloaded = queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  await reloaded;
  expect(list.getCurrentResult().data).toBe('after');
  expect(server.asked).toBe(3);
  stop();
});

test('other queries are left alone', async () => {
  const { server, ask, letGo } = slowServer();
  const { list, stop } = watch(ask);
  await queryClient.invalidateQueries({ queryKey: ['/other'] });
  letGo();
  await expect.poll(() => list.getCurrentResult().data).toBe('before');
  expect(server.asked).toBe(1);
  stop();
});
