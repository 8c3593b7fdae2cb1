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

test('a first load that a write overtakes is made again, and its old answer is never shown', async () => {
  const { server, ask, letGo } = slowServer();
  const list = new QueryObserver(queryClient, { queryKey: ['/list'], queryFn: ask });
  const shown: (string | undefined)[] = [];
  const stop = list.subscribe(({ data }) => shown.push(data));
  server.stored = 'after';
  const reloaded = queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  await reloaded;
  expect(server.asked).toBe(2);
  expect(list.getCurrentResult()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  expect(shown).not.toContain('before');
  stop();
});

test('a load that no screen waits for any more does not count as current after a write', async () => {
  const { server, ask, letGo } = slowServer();
  const options = { queryKey: ['/list'], queryFn: ask, staleTime: 60_000 };
  new QueryObserver(queryClient, options).subscribe(() => undefined)();
  server.stored = 'after';
  await queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  const back = new QueryObserver(queryClient, options);
  const stop = back.subscribe(() => undefined);
  letGo();
  await expect.poll(() => back.getCurrentResult().data).toBe('after');
  stop();
});

test('what a hidden window was loading is loaded once it is visible', async () => {
  const { server, ask, letGo } = slowServer();
  const list = new QueryObserver(queryClient, { queryKey: ['/list'], queryFn: ask });
  const stop = list.subscribe(() => undefined);
  server.stored = 'after';
  await queryClient.invalidateQueries({ queryKey: ['/list'], refetchType: 'none' });
  letGo();
  expect(list.getCurrentResult()).toMatchObject({ data: undefined, fetchStatus: 'idle' });
  const seen = list.refetch();
  letGo();
  expect((await seen).data).toBe('after');
  stop();
});

test('other queries are left alone', async () => {
  const { server, ask, letGo } = slowServer();
  const list = new QueryObserver(queryClient, { queryKey: ['/other'], queryFn: ask });
  const stop = list.subscribe(() => undefined);
  await queryClient.invalidateQueries({ queryKey: ['/list'] });
  letGo();
  await expect.poll(() => list.getCurrentResult().data).toBe('before');
  expect(server.asked).toBe(1);
  stop();
});
