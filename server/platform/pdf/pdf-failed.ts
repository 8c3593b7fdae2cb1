/** Why a document could not be drawn; `message` is a sentence for people. */
export class PdfFailed extends Error {
  readonly reason: keyof typeof sentences;
  constructor(reason: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'PdfFailed';
    this.reason = reason;
  }
}

const sentences = {
  busy: 'Too many documents are being drawn at the moment. Try again in a minute.',
  'too slow': 'The document took too long to draw. Choose a shorter period or fewer rows.',
  'too large': 'The document is too large to draw. Choose a shorter period or fewer rows.',
  failed: 'The document could not be drawn.',
  closed: 'The server is stopping. Try again in a minute.',
};
