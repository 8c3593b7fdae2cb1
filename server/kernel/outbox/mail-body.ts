/** A part of an email: a paragraph, a link, or a table of facts. */
export type MailBlock =
  | string
  | { readonly link: string; readonly label: string }
  | { readonly facts: readonly (readonly [name: string, value: string | null])[] };

/** Writes an email as plain text and simple HTML. All values are escaped; missing ones are a dash. */
export const writeMailBody = (blocks: readonly MailBlock[]): { text: string; html: string } => ({
  text: `${blocks.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en-GB"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1c1f1d">${blocks.map(asHtml).join('')}</body></html>`,
});

function asText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.label}:\n${block.link}`;
  return block.facts
    .map(([name, value]) => `${name}: ${(value ?? '—').replaceAll('\n', `\n${' '.repeat(name.length + 2)}`)}`)
    .join('\n');
}

function asHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('link' in block) return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.label)}</a></p>`;
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0">${escapeHtml(name)}</th><td style="padding:2px 0">${escapeHtml(value ?? '—')}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** Text as HTML: without markup, with its line breaks. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'\n]/g, character => entities[character] ?? '');
