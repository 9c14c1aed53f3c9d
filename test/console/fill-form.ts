import type { Locator, Page } from 'playwright-core';

export interface Form {
  readonly prompt: string;
  readonly models: readonly string[];
  readonly judges?: readonly string[];
}

/** Fills the form like a person with a mouse. */
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

/** Removes every model and judge, such as those of the preset that a first visit starts with. */
export async function chooseNone(page: Page): Promise<void> {
  const chips = page.locator('.chip');
  for (let left = await chips.count(); left > 0; left -= 1) await chips.first().click();
}

/** Opens a folded block. */
export async function unfold(page: Page, name: string): Promise<void> {
  await page.locator('#compose summary').filter({ hasText: name }).click();
}

/** Shows the form if a run has hidden it. */
export async function showForm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Show the form' });
  if (await button.isVisible()) await button.click();
}

export async function send(page: Page): Promise<void> {
  await showForm(page);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Sends, and waits until the whole outcome is shown. */
export async function sendAndWait(page: Page): Promise<void> {
  // The last run stays until the gateway has accepted the request.
  const earlier = (await page.locator('.run-facts code').allInnerTexts()).join(' ');
  await send(page);
  await page
    .locator('.run-facts code')
    .filter({ hasNotText: earlier === '' ? /^$/ : earlier })
    .waitFor();
}

/** @returns the body of the request that `act` sends. */
export async function sentBody(page: Page, act: (page: Page) => Promise<void>): Promise<unknown> {
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/v1/prompt'));
  await act(page);
  return (await posted).postDataJSON();
}

export async function fillPrompt(page: Page, text: string): Promise<void> {
  await showForm(page);
  await promptField(page).fill(text);
}

export function promptField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt', exact: true });
}

/** The cells of a table, row by row, as a screen reader reads them. */
export async function cellsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
    ),
  );
}
