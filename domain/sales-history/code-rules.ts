import * as z from 'zod';

/** What the lines of a code are: goods, or one of the other things that sales files contain. */
export const codeTreatment = z.enum(
  ['sale', 'charge', 'discount', 'fee', 'bad_debt', 'adjustment', 'listed', 'skipped'],
  'Choose how to treat this code.',
);
export type CodeTreatment = z.infer<typeof codeTreatment>;
export const codeTreatmentNames: Readonly<Record<CodeTreatment, string>> = {
  sale: 'Product',
  charge: 'Postage, carriage or another charge (income, no stock)',
  discount: 'Discount (credit note)',
  fee: 'Fee charged to us (to an account)',
  bad_debt: 'Bad debt (to an account)',
  adjustment: 'Adjustment (to an account)',
  listed: 'Decide later (not posted)',
  skipped: 'Skip: post nothing',
};

/** Treatments that post lines to an account, with the default account. */
export const defaultAccounts: Readonly<Partial<Record<CodeTreatment, string>>> = {
  fee: '6910',
  bad_debt: '6800',
};
export const goesToAccount = (treatment: CodeTreatment): boolean =>
  treatment === 'fee' || treatment === 'bad_debt' || treatment === 'adjustment';

const isPrintable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export const codeRule = z.strictObject({
  /** A code, or part of one with `*`. Letter case, spaces and punctuation do not count. */
  code: z
    .string('Enter a code.')
    .trim()
    .min(1, 'Enter a code.')
    .max(60, 'Enter at most 60 characters.')
    .refine(isPrintable, 'Remove the characters that cannot be printed.')
    .refine(
      text => plainCode(text) !== '' && plainCode(text) !== '*',
      'Enter a code with a letter or a digit.',
    ),
  /** What is matched: the code of a line, or its description. */
  match: z.enum(['code', 'description'], 'Choose code or description.').default('code'),
  treatment: codeTreatment,
  account: z
    .string('Choose an account.')
    .regex(/^\d{4}$/, 'Enter an account code of four digits.')
    .nullish(),
});
export type CodeRule = z.output<typeof codeRule>;

/** A code as rules compare it: "Bank-Charges " and "BANK CHARGES" are the same. */
export const plainCode = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}*]+/gu, '');

const byCode = (treatment: CodeTreatment, ...codes: string[]): CodeRule[] =>
  codes.map(code => ({ code, match: 'code', treatment }));
const byDescription = (treatment: CodeTreatment, ...words: string[]): CodeRule[] =>
  words.map(code => ({ code, match: 'description', treatment }));

/** Default rules for the codes that such files usually contain; the first match counts. */
export const defaultCodeRules: readonly CodeRule[] = [
  ...byCode(
    'charge',
    'POST',
    'POSTAGE',
    'DOT',
    'C2',
    'C3',
    'CARRIAGE',
    'DELIVERY',
    'SHIPPING',
    'S',
    'SAMPLES',
    'M',
    'MANUAL',
  ),
  ...byCode('discount', 'D', 'DISC', 'DISCOUNT'),
  ...byCode('fee', 'BANK CHARGE*', 'AMAZON FEE*', 'PAYPAL FEE*', 'CARD FEE*', 'COMMISSION', 'CRUK'),
  ...byCode('bad_debt', 'B', 'BAD DEBT*'),
  ...byCode('listed', 'ADJUST*', 'TEST*', 'GIFT CARD*'),
  ...byDescription('bad_debt', '*bad debt*', '*debt written off*'),
  ...byDescription('fee', 'bank charge*', 'amazon fee*', 'paypal fee*', '*cruk commission*'),
  ...byDescription('listed', 'adjustment by*', 'manual adjustment*'),
];

export type CodeRules = (line: {
  readonly sku: string;
  readonly description: string;
}) => CodeRule | undefined;

/** Finds the first matching rule of a line. Results are cached, because a file has few codes and many lines. */
export function matcherOf(rules: readonly CodeRule[]): CodeRules {
  const ready = rules.map(rule => ({ rule, pattern: patternOf(rule.code) }));
  const cached = new Map<string, CodeRule | undefined>();
  return ({ sku, description }) => {
    const key = `${sku}\u001f${description}`;
    if (!cached.has(key)) {
      if (cached.size > 50_000) cached.clear();
      const plain = { code: plainCode(sku), description: plainCode(description) };
      cached.set(key, ready.find(({ rule, pattern }) => pattern.test(plain[rule.match]))?.rule);
    }
    return cached.get(key);
  };
}

const patternOf = (code: string): RegExp => new RegExp(`^${plainCode(code).replaceAll(/\*+/g, '.*')}$`, 'u');
