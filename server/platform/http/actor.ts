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
  /** The firm asks for two-factor sign-in, and the person has yet to set it up. */
  readonly mustSetTwoFactor?: boolean;
  /** Acts through an API token and not in person: there is no session, and the account itself stays closed. */
  readonly apiToken?: { readonly id: number; readonly name: string };
};

/** Who did it, in the words of the audit log. */
export const nameOfActor = ({ name, apiToken }: Pick<Actor, 'name' | 'apiToken'>): string =>
  apiToken ? `${name} (token “${apiToken.name}”)` : name;

/**
 * Finds the person behind a bearer token; undefined when it is unknown, ended, idle for too long or deactivated. What is
 * asked unattended does not count as being there.
 */
export type Identify = (token: string, address: string, isUnattended?: boolean) => Promise<Actor | undefined>;
