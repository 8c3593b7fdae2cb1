import type { Passwords } from './cluster';
import type { Place } from './place';

/** Connection settings for `new pg.Client` or `new pg.Pool`. */
export interface DatabaseConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** How to sign in to an embedded server: as the owner of the tables, and as the superuser. */
export function connectionsOf(
  place: Place,
  passwords: Passwords,
): { readonly connection: DatabaseConnection; readonly superuser: DatabaseConnection } {
  const at = { host: place.socketDir, port: 5432 };
  return {
    connection: { ...at, user: 'counterfoil', password: passwords.counterfoil, database: 'counterfoil' },
    superuser: { ...at, user: 'postgres', password: passwords.postgres, database: 'postgres' },
  };
}
