import type { FastifyRequest } from 'fastify';
import { isAllowed } from '#domain/kernel/access';
import type { AnyCall } from '#domain/kernel/call';
import { inTransaction } from '../database/transaction';
import type { Actor } from './actor';
import { anonymousActor } from './context';
import type { RefusalLimiter, RefusalSum } from './limit-refusals';
import type { RouteServices } from './register-routes';
import { forbidden, Refusal } from './refusal';

type AdmitServices = Pick<RouteServices, 'db' | 'identify' | 'clock' | 'writeAudits'>;

/** Polling by a page that no one is using must not keep the user signed in. */
const isUnattended = ({ headers }: FastifyRequest) => headers['x-unattended'] === 'yes';

const bearer = /^Bearer ([A-Za-z0-9_-]{20,100})$/;

/** 401 when not signed in, 403 when not permitted, before anything else in the request is looked at. */
export async function admit(
  services: AdmitServices,
  limiter: RefusalLimiter,
  call: AnyCall,
  request: FastifyRequest,
): Promise<void> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  request.actor = token ? await services.identify(token, request.ip, isUnattended(request)) : undefined;
  // Signing in has limits of its own, for each account.
  if (call.access === 'public') return;
  const tooMany = limiter.tooManyFor(request);
  if (!request.actor) {
    limiter.isFirst(request, 'without a session');
    throw (
      tooMany ??
      new Refusal('not_signed_in', 'You are not signed in, or your session has ended. Sign in again.')
    );
  }
  const refusal = refusalOf(call, request.actor);
  // Permitted reads still work: a form refused too often can still show why.
  if (tooMany && (refusal || call.method !== 'GET')) {
    limiter.isFirst(request, `${call.method} ${call.path}`);
    throw tooMany;
  }
  if (refusal === 'no right') {
    await recordRefusal(services, limiter, call, request, request.actor);
    throw forbidden('You do not have permission to do this. Ask an administrator.');
  }
  if (refusal) throw forbidden(refusal);
}

/** Why a signed-in user may not make a call; null when they may. */
function refusalOf(call: AnyCall, actor: Actor): string | null {
  // A temporary password allows only changing the password.
  if (actor.mustChangePassword && call.access !== 'signed-in')
    return 'Set your own password first. Open your profile.';
  if (actor.mustSetTwoFactor && call.access !== 'signed-in')
    return 'Set up two-factor sign-in first. Open your profile.';
  if (actor.apiToken && !opensToTokens(call))
    return 'API tokens cannot be used to manage accounts. Sign in instead.';
  // A PIN of a few digits opens the till, not the account.
  if (actor.isCashier && call.access === 'signed-in' && call.method !== 'GET' && !call.forCashiers)
    return 'PIN sign-in is for selling only. Sign in with your password to change your account.';
  return isAllowed(call.access, actor) ? null : 'no right';
}

/** A user's own account is closed to tokens, and some calls are closed to all of them. */
const opensToTokens = ({ access, closedToTokens }: AnyCall): boolean =>
  access !== 'signed-in' && closedToTokens !== true;

/** The ids in the path, which identify the record. */
function objectOf({ params }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).filter(([, id]) =>
      /^\d{1,15}$/.test(String(id)),
    ),
  ) as Record<string, string>;
}

/** The first refusal in a caller's minute is recorded in full; the others are added up. */
async function recordRefusal(
  services: AdmitServices,
  limiter: RefusalLimiter,
  call: AnyCall,
  request: FastifyRequest,
  actor: Actor,
): Promise<void> {
  const recordName = `${call.method} ${call.path}`;
  if (!limiter.isFirst(request, recordName)) return;
  const facts = { actor, now: services.clock(), requestId: request.id, address: request.ip };
  await inTransaction(services.db, tx =>
    services.writeAudits(tx, facts, [
      { action: 'refused', recordType: 'permission', recordName, after: objectOf(request) },
    ]),
  );
}

/** Records further refusals in a minute as one entry for each caller. */
export async function recordSums(services: AdmitServices, sums: readonly RefusalSum[]): Promise<void> {
  for (const { actor, address, times, paths } of sums)
    await inTransaction(services.db, tx =>
      services.writeAudits(
        tx,
        { actor: actor ?? anonymousActor, now: services.clock(), requestId: '', address },
        [
          {
            action: 'refused',
            recordType: 'permission',
            recordName: `${times} more requests in a minute`,
            after: { times, asked: paths },
          },
        ],
      ),
    );
}
