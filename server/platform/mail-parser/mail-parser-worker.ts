import { parentPort } from 'node:worker_threads';
import PostalMime, { type Address } from 'postal-mime';
import { sanitizedHtml, wordsOf } from './sanitize-html';
import type { ParseAnswer, ParsedMail, ParseJob } from './parsed-mail';

/** The parsing thread: takes one message at a time and returns its parts, or why it failed. */

const maxTextLength = 500_000;
const maxHtmlLength = 2_000_000;
const maxFiles = 100;

parentPort?.on('message', (job: ParseJob) => void parseOne(job));

async function parseOne({ id, source }: ParseJob): Promise<void> {
  try {
    const email = await PostalMime.parse(source, {
      maxNestingDepth: 50,
      maxHeadersSize: 1024 * 1024,
      attachmentEncoding: 'arraybuffer',
    });
    const html = email.html?.slice(0, maxHtmlLength);
    const parsed: ParsedMail = {
      text: (email.text?.trim() ? email.text : wordsOf(html ?? '')).slice(0, maxTextLength),
      html: html === undefined ? null : sanitizedHtml(html),
      replyTo: (email.replyTo ?? []).flatMap(addressesOf),
      attachments: email.attachments.slice(0, maxFiles).map(file => ({
        fileName: file.filename ?? '',
        contentType: file.mimeType,
        contentId: file.contentId?.replaceAll(/^<|>$/g, '') ?? null,
        content: new Uint8Array(file.content as ArrayBuffer),
      })),
    };
    reply({ id, parsed });
  } catch (error) {
    reply({ id, failure: String(error) });
  }
}

const addressesOf = (address: Address): string[] =>
  address.group ? address.group.map(member => member.address) : [address.address ?? ''];

const reply = (message: ParseAnswer) => parentPort?.postMessage(message);
