import { expect, test } from 'vitest';
import { balanceForParty, balanceWords } from './balance-words';
import { canBounce } from './customer-payment';
import { itemWords } from './item-words';

test('W1 a balance says who owes whom: above zero they owe us, below zero we owe them', () => {
  expect([1250, 0, -1250].map(balance => balanceWords(balance, 'customer'))).toEqual([
    'Balance due £12.50',
    'Settled',
    'In credit £12.50',
  ]);
  expect([1250, 0, -1250].map(balance => balanceWords(balance, 'supplier'))).toEqual([
    'In credit £12.50',
    'Settled',
    'We owe £12.50',
  ]);
});

test('W1 a document addressed to a party says it from their point of view', () => {
  expect([1250, 0, -1250].map(balance => balanceForParty(balance, 'customer'))).toEqual([
    '£12.50',
    '£0.00',
    '£12.50 in credit',
  ]);
  expect([1250, 0, -1250].map(balance => balanceForParty(balance, 'supplier'))).toEqual([
    '£12.50 due to us',
    '£0.00',
    '£12.50 due to you',
  ]);
});

test('an item of a ledger is named once, whatever its description begins with', () => {
  const words = (kind: string, description: string | null) => itemWords({ kind, description });
  expect(words('receipt', null)).toBe('Receipt');
  expect(words('receipt', 'Cheque 114')).toBe('Receipt: Cheque 114');
  expect(words('receipt', 'Receipt of a cheque')).toBe('Receipt of a cheque');
  expect(words('reversal', 'Bounced: cheque 114')).toBe('Bounced: cheque 114');
  expect(words('reversal', 'Not bounced: cheque 114')).toBe('Reversal: Not bounced: cheque 114');
  expect(words('deposit', 'For the hire')).toBe('deposit: For the hire');
});

test('W8 a cheque or a card payment can be returned by the bank', () => {
  const methods = ['cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other'];
  expect(methods.filter(canBounce)).toEqual(['cheque', 'credit_card']);
});
