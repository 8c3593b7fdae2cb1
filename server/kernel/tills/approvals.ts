import { sql } from 'kysely';
import * as z from 'zod';
import { approvalKey, type ApprovalNeed, approvalNeed } from '#domain/sales/approval';
import { needWords } from '#domain/sales/needs';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';

type Asked = {
  /** The till's own id of the basket. */
  readonly clientId: string;
  /** The approvals that were sent along. */
  readonly ids: readonly string[];
  readonly needs: readonly ApprovalNeed[];
};

/**
 * Spends the approvals of one basket on exactly what they were given for: each covers one need, once. Answers the needs
 * that none covers; nothing else of the approvals is looked at. Two at once take turns on their rows.
 */
export async function spendApprovals(
  ctx: WriteContext,
  { clientId, ids, needs }: Asked,
): Promise<ApprovalNeed[]> {
  if (needs.length === 0 || ids.length === 0) return [...needs];
  const { rows } = await sql<{ id: string; subject: unknown }>`
    select id, subject from approvals
    where client_id = ${clientId} and id = any(${[...new Set(ids)]}::uuid[]) and used_at is null
    order by id for update`.execute(ctx.tx);
  const unspent = rows.map(({ id, subject }) => ({ id, key: approvalKey(storedNeed(subject)) }));
  const spent: string[] = [];
  const left = needs.filter(need => {
    const key = approvalKey(need);
    const at = unspent.findIndex(approval => approval.key === key);
    if (at < 0) return true;
    spent.push(...unspent.splice(at, 1).map(approval => approval.id));
    return false;
  });
  if (spent.length > 0)
    await sql`update approvals set used_at = ${ctx.now} where id = any(${spent}::uuid[])`.execute(ctx.tx);
  return left;
}

const storedNeed = (subject: unknown): ApprovalNeed => z.decode(approvalNeed, subject as never);

/** 403 that tells the till what somebody with more rights has to say yes to, as `current: {needs}`. */
export function approvalNeeded(needs: readonly ApprovalNeed[]): Refusal {
  const words = [...new Set(needs.map(({ kind }) => needWords[kind]))].join(' and ');
  return new Refusal('forbidden', `This needs the approval of somebody with the right to it: ${words}.`, {
    current: { needs: needs.map(need => z.encode(approvalNeed, need)) },
  });
}
