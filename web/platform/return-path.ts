/**
 * The page to open after sign-in: a path of this application with its query. Anything a browser could read as
 * another site (`//evil`, `/\evil`, `https:`) is ignored.
 */
export function safeReturnPath(from: string | undefined): string {
  const home = '/dashboard';
  if (!from || !/^\/(?![/\\])/.test(from) || /[\u0000-\u001f\\]/.test(from)) return home;
  const resolved = new URL(from, 'http://here.invalid');
  if (resolved.host !== 'here.invalid' || resolved.pathname.startsWith('/login')) return home;
  return resolved.pathname + resolved.search + resolved.hash;
}
