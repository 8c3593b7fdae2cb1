import { expect, test } from 'vitest';
import { can } from './access';
import { type AdmittedCaller, decideAdmission } from './admission';

const caller: AdmittedCaller = { roles: [], permissions: ['create_sale'], mustChangePassword: false };
const selling = { method: 'POST', access: can('create_sale') } as const;
const ownAccount = { method: 'PUT', access: 'signed-in' } as const;
type AskedCall = Parameters<typeof decideAdmission>[0];
const refusedBy = (call: AskedCall, more: Partial<AdmittedCaller> = {}) =>
  decideAdmission(call, { ...caller, ...more })
    .steps.filter(({ isMet }) => !isMet)
    .map(({ step }) => step);

test('a call is admitted when every step is met, in the order in which they refuse', () => {
  expect(decideAdmission(selling, caller).steps.map(({ step, isMet }) => [step, isMet])).toEqual([
    ['device', true],
    ['password', true],
    ['two_factor', true],
    ['api_token', true],
    ['pin', true],
    ['permission', true],
  ]);
  expect(refusedBy(selling, { permissions: [] })).toEqual(['permission']);
  expect(decideAdmission(selling, { ...caller, permissions: [] }).access.allowed).toBe(false);
});

test('a revoked till device only makes the calls that are for it', () => {
  expect(refusedBy(selling, { isOnRevokedDevice: true })).toEqual(['device']);
  expect(refusedBy({ ...selling, forRevokedDevices: true }, { isOnRevokedDevice: true })).toEqual([]);
});

test('an unfinished sign-in only makes the calls that finish it, and users can do that themselves', () => {
  const unfinished = { mustChangePassword: true, mustSetTwoFactor: true };
  expect(refusedBy(selling, { mustChangePassword: true })).toEqual(['password']);
  expect(refusedBy(selling, { mustSetTwoFactor: true })).toEqual(['two_factor']);
  expect(refusedBy({ ...ownAccount, forUnfinishedSignIns: true }, unfinished)).toEqual([]);
  const { steps } = decideAdmission(selling, { ...caller, ...unfinished });
  expect(steps.filter(({ finishesSignIn }) => finishesSignIn).map(({ step }) => step)).toEqual([
    'password',
    'two_factor',
  ]);
});

test('an API token makes no call of the own account, nor one that is closed to tokens', () => {
  const withToken = { apiToken: {} };
  expect(refusedBy(selling, withToken)).toEqual([]);
  expect(refusedBy(ownAccount, withToken)).toEqual(['api_token']);
  expect(refusedBy({ ...selling, closedToTokens: true }, withToken)).toEqual(['api_token']);
  expect(refusedBy({ ...selling, closedToTokens: true })).toEqual([]);
});

test('a PIN sells and reads the own account, and changes only what cashiers may', () => {
  const withPin = { isCashier: true };
  expect(refusedBy(selling, withPin)).toEqual([]);
  expect(refusedBy(ownAccount, withPin)).toEqual(['pin']);
  expect(refusedBy({ ...ownAccount, method: 'GET' }, withPin)).toEqual([]);
  expect(refusedBy({ ...ownAccount, forCashiers: true }, withPin)).toEqual([]);
  expect(refusedBy(ownAccount)).toEqual([]);
});

test('each step but the permission says why it refuses', () => {
  const words = decideAdmission(selling, caller).steps.map(step => step.words?.split('.')[0] ?? null);
  expect(words).toEqual([
    'This till device has been revoked',
    'Set your own password first',
    'Set up two-factor sign-in first',
    'API tokens cannot be used to manage accounts',
    'PIN sign-in is for selling only',
    null,
  ]);
});
