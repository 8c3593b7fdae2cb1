import type { Page } from 'playwright-core';

/** Answers a confirmation dialog by its button, and waits until it has closed. */
export async function answerQuestion(page: Page, title: string | RegExp, button: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: button, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}
