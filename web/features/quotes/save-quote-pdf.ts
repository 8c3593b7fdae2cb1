import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import type { Notices } from '../../ui/notice';

/** Has a quote drawn and saves it; an earlier revision when one is named. */
export async function saveQuotePdf(
  { id, number }: Pick<QuoteDetail, 'id' | 'number'>,
  notices: Notices,
  revision?: number,
): Promise<void> {
  const query = revision === undefined ? {} : { revision: String(revision) };
  try {
    const file = await requestFile(quotes.pdf, { params: { id }, query, shownInPlace: true });
    saveFile(file, revision === undefined ? `${number}.pdf` : `${number} revision ${revision}.pdf`);
  } catch (error) {
    notices.failed(messageOf(error, 'The PDF could not be created. Try again.'));
  }
}
