import type { Locator, Page } from 'playwright-core';

export interface Form {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly judges?: readonly string[];
}

/** Fills the form in as a person with a mouse would. */
export async function fillForm(page: Page, { prompt, models, judges = [] }: Form): Promise<void> {
  await promptField(page).fill(prompt);
  await chooseNone(page);
  for (const model of models) await choose(page, 'models', model);
  for (const judge of judges) await choose(page, 'judges', judge);
}

export async function choose(page: Page, picker: 'models' | 'judges', model: string): Promise<void> {
  const field = page.locator(`#${picker}-field`);
  await field.fill(model);
  await page.locator(`[id="${picker}-${model}"]`).click();
  await field.blur();
}

/** Takes every model and judge off, such as those of the preset that a first visit begins with. */
export async function chooseNone(page: Page): Promise<void> {
  const chips = page.locator('.chip');
  for (let left = await chips.count(); left > 0; left -= 1) await chips.first().click();
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
