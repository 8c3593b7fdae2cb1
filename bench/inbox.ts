import { load } from './load';
import { report } from './report';

type Product = { readonly address: string; readonly token: string };

/** Opening the inbox, and working in it, at the pace of a busy office. */
export async function measureInbox({ address, token }: Product, seconds: number): Promise<void> {
  const next = async (path: string) => {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { next: string | null }).next ?? '';
  };
  const farDown = `${Date.now() - 300 * 24 * 3600_000}-1`;
  const pages: readonly (readonly [name: string, path: string])[] = [
    ['inbox page', '/api/emails/messages'],
    ['inbox page, the next lot', `/api/emails/messages?after=${await next('/api/emails/messages')}`],
    ['inbox page, far down', `/api/emails/messages?after=${farDown}`],
    ['inbox page, unread', '/api/emails/messages?unread=yes'],
    ['inbox page, searched', '/api/emails/messages?search=po-12'],
    ['folders with their unread counts', '/api/emails/folders'],
    ['what was sent', '/api/emails/sent'],
  ];
  for (const [name, path] of pages) {
    const { p95 } = await load({ address, path, token }, 4, seconds);
    report({
      name,
      figure: 'p95, 4 connections',
      unit: 'ms',
      value: p95,
      target: 'at most 50',
      met: p95 <= 50,
    });
  }
}
