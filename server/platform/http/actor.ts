import type { Permission } from '#domain/kernel/permissions';

/** The user behind a request, with current permissions. */
export type Actor = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly sessionId: number;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly permissions: readonly Permission[];
  /** The largest discount that the user's roles allow, in hundredths of a per cent; null where none names one. */
  readonly discount_limit?: number | null;
  readonly mustChangePassword: boolean;
  /** Signed in by PIN on another user's device: may sell, but not change the account. */
  readonly isCashier?: boolean;
  /** Signed in on a revoked till device: may only hand in its unsent sales. */
  readonly isOnRevokedDevice?: boolean;
  /** The company requires two-factor sign-in, and the user has not set it up yet. */
  readonly mustSetTwoFactor?: boolean;
  /** Acts through an API token: there is no session, and the user's own account is closed to it. */
  readonly apiToken?: { readonly id: number; readonly name: string };
};

/** The actor's name as the audit log shows it. */
export const nameOfActor = ({ name, apiToken }: Pick<Actor, 'name' | 'apiToken'>): string =>
  apiToken ? `${name} (token “${apiToken.name}”)` : name;

/**
 * Finds the user of a bearer token; undefined when it is unknown, expired, idle for too long or deactivated. Unattended
 * requests do not count as activity.
 */
export type Identify = (token: string, address: string, isUnattended?: boolean) => Promise<Actor | undefined>;

/**
 * What is known of a bearer token without asking the database: it was a user's when it was last looked up, or it was no
 * one's a moment ago.
 */
export type Recall = (token: string) => 'a user' | 'no one' | undefined;
