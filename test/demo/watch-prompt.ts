import type { PromptResponse, Result } from '../../core/generated/prompt-response.ts';
import { askGateway, type Ask } from './ask-gateway.ts';
import { formatMilliseconds, formatUsd } from './figures.ts';
import { createLiveLines, type LiveLinesOptions } from './live-lines.ts';

export interface Watch extends Omit<Ask, 'body'>, LiveLinesOptions {
  readonly body: { readonly models: readonly string[]; readonly judges?: readonly string[] };
}

/** Sends a prompt with a live line per model and per judge while it runs. @throws as `askGateway`. */
export async function watchPrompt({ stream, inPlace, paint, now, ...ask }: Watch): Promise<PromptResponse> {
  const { models, judges = [] } = ask.body;
  const labels = [...models, ...judges.map((judge) => `judge ${judge}`)];
  const width = Math.max(...labels.map((label) => label.length));
  const live = createLiveLines({ stream, inPlace, paint, now });
  const lines = labels.map((label) => live.add(label.padEnd(width)));
  const pairs = (models.length * (models.length - 1)) / 2;
  const judged = judges.map(() => 0);
  try {
    return await askGateway(ask, {
      result(result, index) {
        const line = lines[index];
        if (result.status === 'completed') line?.end(figuresOf(result));
        else line?.fail(result.error?.message ?? 'failed');
      },
      evaluation({ judge: { index } }) {
        const done = (judged[index] ?? 0) + 1;
        judged[index] = done;
        const line = lines[models.length + index];
        if (done === pairs) line?.end(`${pairs} pairs, each in both orders`);
        else line?.note(`${done} of ${pairs} pairs`);
      },
    });
  } finally {
    live.close();
  }
}

function figuresOf({ latencyMs, tokensIn, tokensOut, providerCost }: Result): string {
  const latency = formatMilliseconds(latencyMs).padStart(8);
  return `${latency}  ${tokensIn} tokens in, ${tokensOut} out  ${formatUsd(providerCost)}`;
}
