import { truncateText } from '#domain/kernel/truncate-text';
const longestWords = 200;

/** The server's own message, on one line. */
export function serverWords(text: string | undefined): string {
  const words = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return words === '' ? '' : ` It responded: “${truncateText(words, longestWords)}”`;
}
