import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import type { Notices } from '../../ui/notice';

/** Downloads a quote as a PDF, or one of its earlier revisions. */
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
