import { sql } from 'kysely';
import * as z from 'zod';
import { covers } from '#domain/approvals/approval-covers';
import {
  type ApprovalNeed,
  approvalNeed,
  needsSecondPerson,
  needWords,
  permissionToApprove,
} from '#domain/approvals/approval-need';
import { approvesAlone, mayApprove } from '#domain/approvals/when-approval-is-needed';
import { hasPermission } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import type { WriteContext } from '../../platform/http/context';
import { Refusal } from '../../platform/http/refusal';
import { hasSecondApprover } from './document-approvals';
import { holderColumns } from './holder-columns';
import type { SpentApproval } from './spent-approval';

type ApprovalRequest = {
  /** The sender's id of the basket or document; without one it cannot have been approved. */
  readonly clientId: string | undefined;
  /** The approvals sent along. */
  readonly ids: readonly string[];
  readonly needs: readonly ApprovalNeed[];
  /** Users who entered changes that need a second person, besides the sender. */
  readonly enteredBy?: readonly number[];
  /** When the change arrived, if it is carried out later. */
  readonly arrivedAt?: Date;
};

export type Spent = {
  readonly open: readonly ApprovalNeed[];
  readonly spent: readonly SpentApproval[];
  /** Why approvals that were sent no longer count, in sentences. */
  readonly lapsed: readonly string[];
};

type Row = {
  readonly id: string;
  readonly subject: unknown;
  readonly approved_by: number;
  readonly approved_at: Date;
  readonly name: string;
  readonly status: string;
  readonly roles: readonly { readonly name: string }[];
  readonly permissions: readonly Permission[];
  readonly discount_limit: number | null;
};

/** A change is made in the minutes after its approval; a till that was offline meanwhile sends it within the day. */
const approvalLastsMs = 86_400_000;

/** Why an approval no longer counts; null while it does. */
function whyLapsed(
  now: Date,
  { approved_at, name, status, ...approver }: Row,
  need: ApprovalNeed,
): string | null {
  if (now.getTime() - approved_at.getTime() > approvalLastsMs)
    return `The approval by ${name} is more than a day old.`;
  if (status === 'active' && mayApprove(need, approver)) return null;
  return `${name}, who approved it, no longer has the permission.`;
}

/**
 * Uses the approvals of one basket for its needs: each covers one need, once (rule P15), for a day and while the approver
 * has the permission. Returns the needs left uncovered. Concurrent requests are serialised by row locks.
 */
export async function spendApprovals(ctx: WriteContext, request: ApprovalRequest): Promise<Spent> {
  const own = await ownApprovals(ctx, request);
  const needs = request.needs.filter(need => !own.some(approval => approval.need === need));
  if (needs.length === 0 || request.ids.length === 0 || request.clientId === undefined)
    return { open: needs, spent: own, lapsed: [] };
  const { rows } = await sql<Row>`
    select a.id, a.subject, a.approved_by, a.approved_at, u.name, u.status,
      ${holderColumns}
    from approvals a join users u on u.id = a.approved_by
    where a.client_id = ${request.clientId} and a.id = any(${[...new Set(request.ids)]}::uuid[]) and a.used_at is null
    order by a.id for update of a`.execute(ctx.tx);
  const unspent = rows.map(row => ({ ...row, need: storedNeed(row.subject) }));
  const spent: SpentApproval[] = [];
  const lapsed = new Set<string>();
  const open = needs.filter(need => {
    const why = new Set<string>();
    const at = unspent.findIndex(approval => {
      if (approval.need === null || !covers(approval.need, need)) return false;
      if (!canApprove(ctx, request, approval.approved_by, need)) return false;
      const reason = whyLapsed(request.arrivedAt ?? ctx.now, approval, need);
      if (reason !== null) why.add(reason);
      return reason === null;
    });
    if (at < 0) for (const reason of why) lapsed.add(reason);
    if (at < 0) return true;
    for (const { id, approved_by: by } of unspent.splice(at, 1)) spent.push({ id, by, need, isOwn: false });
    return false;
  });
  const ids = spent.map(({ id }) => id);
  if (ids.length > 0)
    await sql`update approvals set used_at = ${ctx.now} where id = any(${ids}::uuid[])`.execute(ctx.tx);
  return { open, spent: [...own, ...spent], lapsed: [...lapsed] };
}

const peopleOf = (ctx: WriteContext, { enteredBy = [] }: ApprovalRequest) => [
  ...new Set([ctx.actor.id, ...enteredBy]),
];

/** Users who entered it cannot be the second person. */
const canApprove = (
  ctx: WriteContext,
  request: ApprovalRequest,
  by: number,
  { kind }: ApprovalNeed,
): boolean => !needsSecondPerson(kind) || !peopleOf(ctx, request).includes(by);

/**
 * The needs that a user with the permission may approve alone: they did not enter it, or no one else can approve it
 * (F33).
 */
async function ownApprovals(ctx: WriteContext, request: ApprovalRequest): Promise<SpentApproval[]> {
  const own: SpentApproval[] = [];
  for (const need of request.needs) {
    // Most users never approve alone, which needs no query.
    if (!approvesAlone(need.kind, ctx.actor, false)) continue;
    const right = permissionToApprove[need.kind];
    const hasSecond = await hasSecondApprover(ctx.tx, right, peopleOf(ctx, request));
    if (approvesAlone(need.kind, ctx.actor, hasSecond))
      own.push({ id: null, by: ctx.actor.id, need, isOwn: true });
  }
  return own;
}

const storedNeed = (subject: unknown): ApprovalNeed | null => {
  // Approvals from before they stated a quantity no longer cover anything.
  const read = z.safeDecode(approvalNeed, subject as never);
  return read.success ? read.data : null;
};

/**
 * The value of stock is only shown with permission to see cost; an approval without it covers exactly these
 * lines.
 */
const asShown = ({ actor }: Pick<WriteContext, 'actor'>, need: ApprovalNeed): ApprovalNeed =>
  (need.kind === 'stock_adjustment' || need.kind === 'write_off' || need.kind === 'stock_count') &&
  !hasPermission(actor, 'view_cost')
    ? { ...need, amount: null }
    : need;

/** 403 with what needs approval, as `current: {needs}`, and why if the change itself does not show it. */
export function approvalNeeded(
  ctx: Pick<WriteContext, 'actor'>,
  needs: readonly ApprovalNeed[],
  because?: string,
): Refusal {
  const words = [...new Set(needs.map(({ kind }) => needWords[kind]))].join(' and ');
  return new Refusal(
    'forbidden',
    `Someone with permission must approve this: ${words}.${because ? ` ${because}` : ''}`,
    {
      current: { needs: needs.map(need => z.encode(approvalNeed, asShown(ctx, need))) },
    },
  );
}

type Wanted = {
  readonly clientId: string | undefined;
  readonly approvals: readonly string[];
  readonly needs: readonly ApprovalNeed[];
  readonly enteredBy?: readonly number[];
  readonly because?: string | undefined;
};

/**
 * Returns the approvals to store with the document if every change is approved; otherwise 403 with what is
 * still needed.
 */
export async function ensureApproved(
  ctx: WriteContext,
  { approvals, because, ...request }: Wanted,
): Promise<readonly SpentApproval[]> {
  if (request.needs.length === 0) return [];
  const { open, spent, lapsed } = await spendApprovals(ctx, { ...request, ids: approvals });
  if (open.length > 0)
    throw approvalNeeded(ctx, open, [...lapsed, ...(because === undefined ? [] : [because])].join(' '));
  return spent;
}
