import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { quoteSteps } from '#domain/quotes/quote-state';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { getQuote } from './get-quote';
import { changeQuote, lockQuoteForStep } from './stored-quote';

type Input = {
  readonly id: number;
  readonly version?: number | undefined;
  readonly reason?: string | null | undefined;
};

const actions = { accept: 'accepted', decline: 'declined', reopen: 'reopened' } as const;

/** Records or withdraws the customer's decision on a quote. */
export async function stepQuote(
  ctx: WriteContext,
  step: keyof typeof actions,
  input: Input,
): Promise<QuoteDetail> {
  const quote = await lockQuoteForStep(ctx, step, input);
  await changeQuote(ctx, quote.id, { status: quoteSteps[step].to });
  recordAudit(ctx, {
    action: actions[step],
    recordType: 'quote',
    recordId: quote.id,
    recordName: quote.number,
    before: { status: quote.status },
    after: { status: quoteSteps[step].to, ...(input.reason ? { reason: input.reason } : {}) },
  });
  return getQuote(ctx.tx, quote.id, ctx);
}
