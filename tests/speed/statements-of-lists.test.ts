import { afterAll, beforeAll, expect, test } from 'vitest';
import { plannedLists } from '../../bench/list-plans';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { watchRoundTrips, withoutCaller } from '../support/watch-round-trips';

let app: TestApp;
let admin: Caller;
const wire = watchRoundTrips();

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(async () => {
  wire.stop();
  await app.close();
});

const isCount = /^select count\(\*\) as total\b|\bas total$/;

// Office work is mostly lists, and the answer to each question takes a connection and wakes the server once more.
test('F91 a list asks for its rows and for how many there are in one round trip', async () => {
  const counted: string[] = [];
  const apart: string[] = [];
  for (const [path, { call }] of plannedLists()) {
    const ask = () => admin.call(call);
    // The first looks up who is calling, and prepares what is kept.
    expect((await ask()).status, path).toBe(200);
    const counts = withoutCaller(await wire.during(ask)).filter(({ text }) => isCount.test(text));
    if (counts.length > 0) counted.push(path);
    if (counts.some(({ startsRoundTrip }) => startsRoundTrip)) apart.push(path);
  }
  expect(apart).toEqual([]);
  expect(counted.length).toBeGreaterThan(30);
});
