export function auditPackages(say?: (line: string) => void, env?: NodeJS.ProcessEnv): Promise<0 | 1>;
