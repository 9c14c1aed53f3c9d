import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Environment } from '../../core/config.ts';
import { demoReply } from '../../core/sandbox/demo/demo-answers.ts';
import type { SandboxCall, SandboxOptions, SandboxReply } from '../../core/sandbox/upstream.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';
import { promptField } from './fill-form.ts';

/** The real gateway and a real browser. */
export interface ConsoleScene {
  readonly gateway: TestGateway;
  readonly browser: Browser;
  /** The open visits. */
  readonly visits: ReadonlySet<ConsoleVisit>;
  /** A new, empty browser profile on the console's first page. */
  visit(options?: VisitOptions): Promise<ConsoleVisit>;
  /** A visit in which the key has been entered. */
  open(key: string, options?: VisitOptions): Promise<ConsoleVisit>;
  stop(): Promise<void>;
}

interface SceneOptions {
  readonly sandbox?: SandboxOptions;
  readonly environment?: Environment;
}

interface VisitOptions extends BrowserContextOptions {
  /** The gateway's own address by default. */
  readonly url?: string;
}

export interface ConsoleVisit {
  readonly page: Page;
  /** The page's faults so far: console errors, exceptions, policy violations, dialogs, requests to other hosts. */
  readonly faults: () => readonly string[];
  /** The API's answers, such as `POST /api/v1/prompt 200`. */
  readonly answers: () => readonly string[];
  close(): Promise<void>;
}

/**
 * A gateway and a browser for all tests of a file, which are not started on a machine without a Chromium. A visit ends
 * with the test that opened it, or with the file, and must be without faults.
 */
export function consoleOfFile(options?: SceneOptions): ConsoleScene {
  const scene = {} as ConsoleScene;
  const path = findChromium();
  if (path === undefined) return scene;
  let earlier: ReadonlySet<ConsoleVisit> = new Set();
  const endVisits = async (): Promise<void> => {
    for (const visit of scene.visits.difference(earlier)) {
      await visit.close();
      expect(visit.faults()).toEqual([]);
    }
  };
  beforeAll(async () => void Object.assign(scene, await startConsoleScene(path, options)));
  beforeEach(() => void (earlier = new Set(scene.visits)));
  afterEach(endVisits);
  afterAll(async () => {
    earlier = new Set();
    try {
      await endVisits();
    } finally {
      await scene.stop();
    }
  });
  return scene;
}

const AUDIT = readFileSync(join(import.meta.dirname, 'page/page-audit.js'), 'utf8');

/** @returns texts with too little contrast, and the page's width if it is wider than its window. */
export function audit(page: Page): Promise<readonly string[]> {
  return page.evaluate(AUDIT);
}

/** The answers of the demo without their delays. */
export function instantDemoReply(call: SandboxCall): SandboxReply | undefined {
  const reply = demoReply(call);
  return reply !== undefined && 'content' in reply ? { ...reply, delayMs: 0 } : reply;
}

export async function startConsoleScene(path: string, options: SceneOptions = {}): Promise<ConsoleScene> {
  const gateway = await startTestGateway(options);
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  const visits = new Set<ConsoleVisit>();
  const visit = async ({ url = gateway.url, ...context }: VisitOptions = {}): Promise<ConsoleVisit> => {
    const profile = await browser.newContext(context);
    const page = await profile.newPage();
    // Far longer than needed, like `testTimeout`.
    page.setDefaultTimeout(120_000);
    const opened: ConsoleVisit = {
      page,
      ...watch(page, url),
      async close() {
        visits.delete(opened);
        await profile.close();
      },
    };
    visits.add(opened);
    await page.goto(`${url}/console`);
    return opened;
  };
  return {
    gateway,
    browser,
    visits,
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
    // Chromium reports every refused fetch; tests of refusals check how the page shows them.
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
