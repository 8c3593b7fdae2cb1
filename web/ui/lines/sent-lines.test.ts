import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api-error';
import { sending } from './sent-lines';

/** What is thrown of a call that fails with an error; the second line of the form was blank. */
async function thrown(refusal: Error): Promise<unknown> {
  const send = async () => {
    throw refusal;
  };
  return await sending({ body: {}, places: [0, 2] }, send).catch((caught: unknown) => caught);
}

test('errors of sent lines are shown at the lines of the form, and other refusals stay what they are', async () => {
  const refused = await thrown(
    new ApiError(422, {
      message: 'Too many',
      code: 'invalid',
      errors: { 'lines.1.quantity': ['At most 5'], notes: ['Too long'] },
    }),
  );
  expect(refused).toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'Too many',
    errors: { 'lines.2.quantity': ['At most 5'], notes: ['Too long'] },
  });
  const reused = new ApiError(422, { message: 'Saved', code: 'key_reused' });
  expect(await thrown(reused)).toBe(reused);
});

test('R12 a call without an answer stays one that may have been saved', async () => {
  const lost = new ApiError(0, undefined);
  expect(await thrown(lost)).toBe(lost);
});
