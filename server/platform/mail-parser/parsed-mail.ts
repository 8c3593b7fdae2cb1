/** A message taken apart. Texts are shortened to what people read; files are as they came. */
export type ParsedMail = {
  readonly text: string;
  /** Harmless already: see `harmlessHtml`. */
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

/** A message that could not be taken apart: too deep, too large, or it took too long. */
export class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable';
}
