import type { Locator, Page } from 'playwright-core';

export interface Form {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly judges?: readonly string[];
}

/** Fills the form in as a person with a mouse would. */
export async function fillForm(page: Page, { prompt, models, judges = [] }: Form): Promise<void> {
  await fillPrompt(page, prompt);
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
  await page.locator('#compose summary').filter({ hasText: name }).click();
}

/** Brings the form back that a run has folded away. */
export async function showForm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Show the form' });
  if (await button.isVisible()) await button.click();
}

export async function send(page: Page): Promise<void> {
  await showForm(page);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Sends, and waits until all that came of it is shown. */
export async function sendAndWait(page: Page): Promise<void> {
  // What stands there stays until the gateway has taken the request.
  const earlier = (await page.locator('.run-facts code').allInnerTexts()).join(' ');
  await send(page);
  await page
    .locator('.run-facts code')
    .filter({ hasNotText: earlier === '' ? /^$/ : earlier })
    .waitFor();
}

export async function fillPrompt(page: Page, text: string): Promise<void> {
  await showForm(page);
  await promptField(page).fill(text);
}

export function promptField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt', exact: true });
}
