/** Why a document could not be drawn; `message` is for users. */
export class PdfFailed extends Error {
  readonly reason: keyof typeof sentences;
  constructor(reason: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'PdfFailed';
    this.reason = reason;
  }
}

const sentences = {
  busy: 'Too many documents are being created. Try again in a minute.',
  'too slow': 'The document took too long to create. Choose a shorter period or fewer rows.',
  // Its request was stopped, or its client has gone.
  stopped:
    'The document took too long to create and was stopped. Choose a shorter period or fewer rows, or try again.',
  'too large': 'The document is too large to create. Choose a shorter period or fewer rows.',
  failed: 'The document could not be created.',
  closed: 'The server is stopping. Try again in a minute.',
};
