/** The path of each program; for PostgreSQL, the folder of its programs. */
export type ClusterPrograms = Record<'patroni' | 'etcd' | 'haproxy' | 'postgres' | 'setpriv', string>;
type Name = keyof ClusterPrograms;

export function findClusterPrograms(places?: { readonly path?: string; readonly postgresFolder?: string }): {
  programs: { [name in Name]: string | null };
  missing: Name[];
};
export function missingProgramsSentence(missing: readonly string[]): string | null;
