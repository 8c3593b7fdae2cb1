import * as z from 'zod';
import { canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { id, requiredText } from '../kernel/fields';
import { tills } from './till.contract';

const cashReversal = z.strictObject({
  reason: requiredText('Reason', 200),
  /** When the session of the movement is closed: the open session whose drawer the cash goes into, or comes out of. */
  session_id: id.nullish(),
  /** The form's own id, which approvals are given for. */
  client_id: z.uuid('Send the ID of the form.').optional(),
  approvals: z.array(z.uuid()).max(50).default([]),
});

/** Apart from the contract of tills, because only the page of a session calls it. */
export const tillCashReversals = {
  /** 403 with `current: {needs}` when reversing cash paid in takes out more than the limit of cash paid out. */
  reverse: call('POST', '/till-sessions/{id}/cash/{cash_id}/reverse', {
    summary: 'Reverse cash that was paid into or out of a till in error',
    access: canAny('create_sale', 'reverse_payment'),
    body: cashReversal,
    reply: tills.get.reply,
  }),
};
