import type { AccessDecision, AccessLine } from './access';
import { permissionLabel } from './permissions';

/** What one line of a check asks for: “View sales and invoices” or “View point of sale”. */
export const wordsOfLine = ({ anyOf, role }: Pick<AccessLine, 'anyOf' | 'role'>): string =>
  [
    ...anyOf.map(permission => `“${permissionLabel(permission)}”`),
    ...(role === null ? [] : [`the role “${role}”`]),
  ].join(' or ');

/** What is missing, for a message to the user. */
export const missingWords = ({ lines }: AccessDecision): string =>
  lines
    .filter(line => !line.isMet)
    .map(wordsOfLine)
    .join(' and ');
