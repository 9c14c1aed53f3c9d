import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Environment } from '../../core/config.ts';
import type { SandboxOptions } from '../../core/sandbox/upstream.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';
import { promptField } from './fill-form.ts';

/** The real gateway and a real browser. */
export interface ConsoleScene {
  readonly gateway: TestGateway;
  readonly browser: Browser;
  /** A new, empty browser profile on the console's first page. */
  visit(options?: VisitOptions): Promise<ConsoleVisit>;
  /** The same after the key has been typed in. */
  open(key: string, options?: VisitOptions): Promise<ConsoleVisit>;
  stop(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Where the gateway is reached; its own address by default. */
  readonly url?: string;
}

export interface ConsoleVisit {
  readonly page: Page;
  /** Whatever went wrong in the page so far: console errors, exceptions, policy violations, dialogs, requests elsewhere. */
  readonly faults: () => readonly string[];
  /** What the API answered, such as `POST /api/v1/prompt 200`. */
  readonly answers: () => readonly string[];
  close(): Promise<void>;
}

export async function startConsoleScene(
  path: string,
  options: { readonly sandbox?: SandboxOptions; readonly environment?: Environment } = {},
): Promise<ConsoleScene> {
  const gateway = await startTestGateway(options);
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  const visit = async ({ url = gateway.url, ...context }: VisitOptions = {}): Promise<ConsoleVisit> => {
    const profile = await browser.newContext(context);
    const page = await profile.newPage();
    // Far out, as `testTimeout`.
    page.setDefaultTimeout(120_000);
    const watched = watch(page, url);
    await page.goto(`${url}/console`);
    return { page, ...watched, close: () => profile.close() };
  };
  return {
    gateway,
    browser,
    visit,
    async open(key, context) {
      const visited = await visit(context);
      await visited.page.getByLabel('API key').fill(key);
      await visited.page.getByRole('button', { name: 'Open the console' }).click();
      await promptField(visited.page).waitFor();
      return visited;
    },
    async stop() {
      await browser.close();
      await gateway.stop();
    },
  };
}

function watch(page: Page, origin: string): Pick<ConsoleVisit, 'faults' | 'answers'> {
  const faults: string[] = [];
  const answers: string[] = [];
  page.on('console', (message) => {
    // Chromium reports every refused fetch there; what the page makes of it is tested where it is refused.
    const isRefusal =
      message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/v1/');
    if (!isRefusal) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith(`blob:${origin}/`)) faults.push(`request: ${url}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/'))
      answers.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  return { faults: () => faults, answers: () => answers };
}
