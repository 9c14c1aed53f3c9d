import { startConsoleScene } from '../console/console-scene.ts';
import { chooseNone, fillPrompt, send } from '../console/fill-form.ts';
import { findChromium } from '../support/find-chromium.ts';

const ANSWERS = 16;
const WORDS = 1_500;
const EVENT_EVERY_MS = 20;
const TOKENS_PER_EVENT = 3;
/** A task from this length on is a long one, as browsers count them. */
const LONG_TASK_MS = 50;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** An entry of a trace of Chromium; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** On the processor, without what the thread waited for it. */
  readonly tdur?: number;
}

/** What the browser's main thread does while the console shows 16 answers that are written at once. */
export async function consoleBench(): Promise<void> {
  const path = findChromium();
  if (path === undefined) throw new Error('There is no Chromium: install one, or set CHROMIUM_PATH.');
  const scene = await startConsoleScene(path, {
    sandbox: {
      reply: () => ({
        content: longAnswer(),
        stream: { eventEveryMs: EVENT_EVERY_MS, tokensPerEvent: TOKENS_PER_EVENT },
      }),
    },
  });
  try {
    const { key } = await scene.gateway.account(1_000_000);
    const { page } = await scene.open(key, { viewport: { width: 1440, height: 900 } });
    await fillPrompt(page, 'Write at length.');
    await chooseNone(page);
    await page.getByRole('combobox', { name: 'Add a model' }).click();
    const options = page.locator('#models').getByRole('option');
    for (let place = 0; place < ANSWERS; place += 1) await options.nth(place).click();
    await page.locator('#quote strong').waitFor();
    await scene.browser.startTracing(page, { categories: CATEGORIES });
    await send(page);
    await page.getByRole('heading', { name: /models answered/ }).waitFor({ timeout: 120_000 });
    const trace = (await scene.browser.stopTracing()).toString('utf8');
    show((JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents);
  } finally {
    await scene.stop();
  }
}

/** Markdown with all that answers have. */
function longAnswer(): string {
  const words = Array.from({ length: WORDS }, (_, place) => {
    if (place % 300 === 0) return `\n\n## Part ${place / 300}\n\n`;
    if (place % 300 === 150) return '\n\n```js\nconst sky = "blue";\n```\n\n';
    return place % 40 === 0 ? '\n\n- **point**' : `word${place}`;
  });
  return words.join(' ');
}

/** By the processor's time, which other programs of the machine do not lengthen. */
function show(events: readonly TraceEvent[]): void {
  const [thread] = [...Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`).values()].toSorted(
    (one, other) => scriptsIn(other) - scriptsIn(one),
  );
  const tasks = (thread ?? [])
    .filter(({ name }) => name === 'RunTask')
    .map(({ tdur = 0 }) => tdur / 1_000)
    .toSorted((one, other) => other - one);
  const long = tasks.filter((task) => task >= LONG_TASK_MS).length;
  console.log(
    `  ${ANSWERS} answers of ${WORDS} words: ${tasks.length} tasks of the page, ` +
      `${long} of them of ${LONG_TASK_MS} ms or more, the longest ${(tasks[0] ?? 0).toFixed(0)} ms`,
  );
}

/** The page's own thread runs most of the scripts. */
function scriptsIn(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'FunctionCall').length;
}
