import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..', '..', 'web');

/** The forms that Enter sends, and why it may. */
const sentByEnter: Readonly<Record<string, string>> = {
  'ui/form/form-body.tsx': 'the body of Form, which passes the key on, and of sign-in',
  'ui/filters/search-filter.tsx': 'a search',
  'frame/question-dialog.tsx': 'a question: Enter answers it, with one text at most',
  'features/emails/move-dialog.tsx': 'one text: Enter takes the first folder found',
  'features/emails/link-dialog.tsx': 'one record: Enter links it, and a link can be removed',
  'features/imports/import-upload-page.tsx': 'nothing to type in',
  'features/pos/dialogs/email-receipt.tsx': 'one text: the address',
  'features/pos/dialogs/return-dialog.tsx': 'one text: it finds a sale',
  'features/pos/dialogs/till-menu-dialog.tsx': 'one text: why the drawer is opened',
};

/** What stands in the opening tags of forms: a `>` of an arrow does not end the tag. */
function tagsOfForms(source: string): string[] {
  return [...source.matchAll(/<form\b((?:=>|[^>])*)>/g)].map(([, attributes = '']) => attributes);
}

test('F14 in every form Enter leads to the next field, unless it is named here with its reason', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.tsx'),
  );
  const found = sources.flatMap(path =>
    tagsOfForms(readFileSync(join(web, path), 'utf8')).map(tag => ({ path, tag })),
  );
  expect(found.length).toBeGreaterThan(15);
  const sending = found.filter(({ tag }) => !/onKeyDown=\{[^}]*enterTo(Next|Missing)Field/.test(tag));
  expect([...new Set(sending.map(({ path }) => path))].toSorted()).toEqual(
    Object.keys(sentByEnter).toSorted(),
  );
});
