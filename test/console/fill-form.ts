import type { Locator, Page } from 'playwright-core';

export interface Form {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly judges?: readonly string[];
}

/** Fills the form in as a person with a mouse would. */
export async function fillForm(page: Page, { prompt, models, judges = [] }: Form): Promise<void> {
  await promptField(page).fill(prompt);
  for (const model of models) await choose(page, 'models', model);
  if (judges.length > 0) await unfold(page, 'Judges');
  for (const judge of judges) await choose(page, 'judges', judge);
}

export async function choose(page: Page, picker: 'models' | 'judges', model: string): Promise<void> {
  await page.locator(`[id="${picker}"]`).getByRole('checkbox', { name: model, exact: true }).check();
}

/** Opens one of the blocks that are folded at first. */
export async function unfold(page: Page, name: string): Promise<void> {
  await page.locator('summary').filter({ hasText: name }).click();
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Sends, and waits for the sum. */
export async function sendAndWait(page: Page): Promise<void> {
  // What stands there stays until the gateway has taken the request.
  const earlier = (await page.locator('.run-facts code').allInnerTexts()).join(' ');
  await send(page);
  await page
    .locator('.run-facts code')
    .filter({ hasNotText: earlier === '' ? /^$/ : earlier })
    .waitFor();
  await page.getByRole('heading', { name: /models answered/ }).waitFor();
}

export function promptField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt', exact: true });
}
