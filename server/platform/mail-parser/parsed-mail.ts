/** A parsed message. Texts are cut to a readable length; files are as received. */
export type ParsedMail = {
  readonly text: string;
  /** Already sanitised: see `sanitizedHtml`. */
  readonly html: string | null;
  readonly replyTo: readonly string[];
  readonly attachments: readonly {
    readonly fileName: string;
    readonly contentType: string;
    readonly contentId: string | null;
    readonly content: Uint8Array;
  }[];
};

export type ParseAnswer =
  | { readonly id: number; readonly parsed: ParsedMail }
  | { readonly id: number; readonly failure: string };
export type ParseJob = { readonly id: number; readonly source: Uint8Array };

/** A message that could not be parsed: too deep, too large, or too slow. */
export class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable';
}
