import { type AccessDecision, decideAccess, type Holder } from './access';
import type { AnyCall } from './call';

/** A signed-in user as the server sees one: roles, permissions, and what limits this session. */
export type AdmittedCaller = Holder & {
  readonly mustChangePassword: boolean;
  readonly mustSetTwoFactor?: boolean;
  readonly isCashier?: boolean;
  /** Signed in on a till device that a manager has revoked. */
  readonly isOnRevokedDevice?: boolean;
  readonly apiToken?: object;
};

type AdmissionStep = {
  readonly step: 'device' | 'password' | 'two_factor' | 'api_token' | 'pin' | 'permission';
  readonly isMet: boolean;
  /** The message of a refusal; null for a missing permission, which has its own. */
  readonly words: string | null;
  /** Whether the user can meet it themselves, in their profile. */
  readonly finishesSignIn?: true;
};
type Admission = { readonly steps: readonly AdmissionStep[]; readonly access: AccessDecision };

/** The parts of a call that decide who may make it. */
type AskedCall = Pick<
  AnyCall,
  'method' | 'access' | 'forCashiers' | 'forRevokedDevices' | 'forUnfinishedSignIns' | 'closedToTokens'
>;

/**
 * Every step of the server's check of a call, in order. A request is refused by the first step that is not met; the
 * access check shows them all.
 */
export function decideAdmission(call: AskedCall, caller: AdmittedCaller): Admission {
  const isOwnAccount = call.access === 'signed-in';
  // Not every call open to all users is one of the own account: exports, search and notifications show records.
  const isForUnfinished = call.forUnfinishedSignIns === true;
  const access = decideAccess(call.access, caller);
  return {
    access,
    steps: [
      {
        step: 'device',
        isMet: !caller.isOnRevokedDevice || call.forRevokedDevices === true,
        words: 'This till device has been revoked. It can only send its unsent sales.',
      },
      {
        // A temporary password allows only what is needed to change it.
        step: 'password',
        isMet: isForUnfinished || !caller.mustChangePassword,
        words: 'Set your own password first. Open your profile.',
        finishesSignIn: true,
      },
      {
        step: 'two_factor',
        isMet: isForUnfinished || !caller.mustSetTwoFactor,
        words: 'Set up two-factor sign-in first. Open your profile.',
        finishesSignIn: true,
      },
      {
        step: 'api_token',
        isMet: !caller.apiToken || opensToTokens(call),
        words: 'API tokens cannot be used to manage accounts. Sign in instead.',
      },
      {
        // A PIN of a few digits opens the till, not the account.
        step: 'pin',
        isMet: !caller.isCashier || !isOwnAccount || call.method === 'GET' || call.forCashiers === true,
        words: 'PIN sign-in is for selling only. Sign in with your password to change your account.',
      },
      { step: 'permission', isMet: access.allowed, words: null },
    ],
  };
}

/** A user's own account is closed to tokens, and some calls are closed to all of them. */
const opensToTokens = ({ access, closedToTokens }: AskedCall): boolean =>
  access !== 'signed-in' && closedToTokens !== true;
