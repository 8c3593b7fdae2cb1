import { Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import * as z from 'zod';
import { type ApprovalNeed, approvalNeed } from '#domain/approvals/approval-need';
import { approvals } from '#domain/tills/cashier.contract';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { Form, useContractForm } from '../../ui/form/form';
import { requestedApprovals, approvalWords } from './approval-words';
import { PinField } from './pin-field';
import { TouchKeypad } from './touch-keypad';
import { useApprovers } from './use-approvers';

type ApprovalRequest = {
  readonly clientId: string;
  readonly needs: readonly ApprovalNeed[];
  /** What the server said: which limit, and what counts towards it. */
  readonly because: string;
  readonly answer: (approvals: readonly string[] | null) => void;
};

/**
 * Sends a change and, if it needs approval, asks for a PIN and sends it again. Render `dialog` beside the
 * form.
 */
export function useApproval(nameOf: (productId: number) => string = () => 'a product') {
  const [pending, setPending] = useState<ApprovalRequest | null>(null);
  // Kept for the next attempt: sent again after a lost answer, the same request gets the first answer (rule R12).
  const given = useRef<{ readonly clientId: string; readonly approvals: readonly string[] } | null>(null);
  const withApproval = async <Reply,>(
    clientId: string,
    send: (approvals: readonly string[]) => Promise<Reply>,
  ): Promise<Reply> => {
    let collected = given.current?.clientId === clientId ? given.current.approvals : [];
    for (;;) {
      try {
        const reply = await send(collected);
        given.current = null;
        return reply;
      } catch (error) {
        const needs = error instanceof ApiError ? requestedApprovals(error) : [];
        if (needs.length === 0) throw error;
        const answer = await new Promise<readonly string[] | null>(resolve =>
          setPending({
            clientId,
            needs,
            because: messageOf(error, 'This needs approval.'),
            answer: resolve,
          }),
        );
        setPending(null);
        if (answer === null) throw error;
        collected = [...collected, ...answer];
        given.current = { clientId, approvals: collected };
      }
    }
  };
  const dialog: ReactNode = pending && <ApprovalDialog {...pending} nameOf={nameOf} />;
  return { withApproval, dialog };
}

type Values = { user_id: number | null; pin: string };

function ApprovalDialog({
  clientId,
  needs,
  because,
  answer,
  nameOf,
}: ApprovalRequest & { nameOf: (productId: number) => string }) {
  const { people, isKnown, chosenOrFirst } = useApprovers(needs);
  const form = useContractForm<Values, { approvals: string[] }>({
    schema: z.looseObject({ pin: z.string().min(1, 'PIN is required.') }),
    initial: { user_id: null, pin: '' },
    send: async values =>
      request(approvals.give, {
        body: {
          client_id: clientId,
          needs: needs.map(need => z.encode(approvalNeed, need)),
          user_id: await chosenOrFirst(values.user_id),
          pin: values.pin,
        },
        shownInPlace: true,
      }),
    onDone: ({ approvals: added }) => answer(added),
    failure: 'The approval could not be recorded.',
  });
  const { values, setFieldValue, errors } = form.form;
  return (
    <Modal opened onClose={() => answer(null)} title="Approval needed">
      <p className="dialog-note">{because}</p>
      <ul className="dialog-note">
        {needs.map(need => {
          const words = approvalWords(need, nameOf);
          return <li key={words}>{words}</li>;
        })}
      </ul>
      {isKnown && people.length === 0 ? (
        <p className="dialog-note" role="status">
          No one with a till PIN has permission to approve this. Anyone who does can set a PIN on their
          profile page.
        </p>
      ) : (
        <Form form={form} submitLabel="Approve" onCancel={() => answer(null)}>
          <PinField
            label="Approver"
            people={people}
            userId={values.user_id ?? people[0]?.id ?? null}
            onChoose={id => setFieldValue('user_id', id)}
            pin={values.pin}
            onPin={pin => setFieldValue('pin', pin)}
          />
          {errors.pin && (
            <p className="line-problem" role="alert">
              {errors.pin}
            </p>
          )}
          <TouchKeypad />
        </Form>
      )}
    </Modal>
  );
}
