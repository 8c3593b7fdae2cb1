import type { Permission } from '#domain/kernel/permissions';

/** Who acts: a signed-in person with the rights of this moment. */
export type Actor = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly sessionId: number;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly permissions: readonly Permission[];
  readonly mustChangePassword: boolean;
  /** Came in by a PIN at somebody's device: may sell, and change nothing of the account. */
  readonly isCashier?: boolean;
};

/** Finds the person behind a bearer token; undefined when it is unknown, ended, idle for too long or deactivated. */
export type Identify = (token: string) => Promise<Actor | undefined>;
