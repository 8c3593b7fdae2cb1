import * as z from 'zod';
import { expect, test } from 'vitest';
import { call } from '#domain/kernel/call';
import { money, toPence } from '#domain/kernel/money';
import { encodeReply } from './encode-reply';
import { refusalFrom } from './error-reply';

const price = call('GET', '/price', {
  summary: 'A price',
  access: 'public',
  reply: z.object({ price: money }),
});

test('a reply is encoded by its contract, without fields that the contract does not have', () => {
  expect(encodeReply(price, { price: toPence(250), secret: 1 })).toEqual({ price: '2.50' });
});

test('a reply that does not match its contract is a server error', () => {
  const fail = () => encodeReply(price, { price: null });
  expect(fail).toThrow('The reply of GET /price does not fit its contract');
  try {
    fail();
  } catch (error) {
    expect(refusalFrom(error).code).toBe('failed');
  }
});
