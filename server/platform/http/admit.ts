import type { FastifyRequest } from 'fastify';
import { missingWords } from '#domain/kernel/access-words';
import { decideAdmission } from '#domain/kernel/admission';
import type { AnyCall } from '#domain/kernel/call';
import { inTransaction } from '../database/transaction';
import type { Actor } from './actor';
import { anonymousActor } from './context';
import { ensureConfirmed } from './ensure-confirmed';
import type { RefusalLimiter, RefusalSum } from './limit-refusals';
import type { RouteServices } from './route-services';
import { forbidden, Refusal } from './refusal';

type AdmitServices = Pick<
  RouteServices,
  'db' | 'identify' | 'recall' | 'clock' | 'writeAudits' | 'isConfirmed'
>;

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
  request.actor = token ? await callerOf(services, limiter, token, request) : undefined;
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
  const { steps, access } = decideAdmission(call, request.actor);
  const refusal = steps.find(step => !step.isMet);
  // Permitted reads still work: a form refused too often can still show why.
  if (tooMany && (refusal || call.method !== 'GET')) {
    limiter.isFirst(request, `${call.method} ${call.path}`);
    throw tooMany;
  }
  if (!refusal) {
    const { sessionId } = request.actor;
    return ensureConfirmed(call, request.actor, () =>
      services.isConfirmed(services.db, sessionId, services.clock()),
    );
  }
  if (refusal.words !== null)
    throw refusal.finishesSignIn
      ? new Refusal('sign_in_unfinished', refusal.words)
      : forbidden(refusal.words);
  await recordRefusal(services, limiter, call, request, request.actor);
  throw forbidden(
    `You do not have permission to do this. It needs ${missingWords(access)}. Ask an administrator.`,
  );
}

/**
 * The user of a token. Once too many tokens of one address belonged to no one, another that is not known here is not
 * looked up either: a flood of invented tokens must not keep the database busy.
 */
async function callerOf(
  { identify, recall }: AdmitServices,
  limiter: RefusalLimiter,
  token: string,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const isNew = recall(token) === undefined;
  if (isNew && limiter.hasInventedTooMany(request)) return undefined;
  const actor = await identify(token, request.ip, isUnattended(request));
  if (isNew && !actor) limiter.noteInvented(request);
  return actor;
}

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
