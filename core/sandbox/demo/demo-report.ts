import { curlLine, quoteForShell } from '../../client/curl-line.ts';
import { formatCredits } from '../../client/figures.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import { answerReport, section } from '../../terminal/answer-report.ts';
import type { Paint } from '../../terminal/paint.ts';
import type { SandboxRequest } from '../upstream.ts';

export interface ReportFacts {
  readonly response: PromptResponse;
  readonly wireOf: (modelId: string) => string | undefined;
  /** What reached the sandbox for this one prompt. */
  readonly requests: readonly SandboxRequest[];
  /** Credits, after the prompt. */
  readonly balance: number;
  readonly maxWidth: number;
  readonly paint: Paint;
}

/** Everything the gateway answered, as tables under headings. */
export function reportText({ response, wireOf, requests, balance, maxWidth, paint }: ReportFacts): string {
  return [
    answerReport(response, { wireOf, maxWidth, paint }),
    `Balance: ${formatCredits(balance)}.\n`,
    section('What left the gateway', requestsText(requests), paint),
  ].join('');
}

function requestsText(requests: readonly SandboxRequest[]): string {
  const calls = new Map<string, number>();
  for (const { provider, method, path } of requests) {
    const name = `${provider.padEnd(9)}  ${method} ${path}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  return [...calls].map(([name, count]) => `${String(count).padStart(4)}  ${name}\n`).join('');
}

export interface CommandFacts {
  readonly url: string;
  readonly operationsUrl: string;
  readonly key: string;
  readonly body: { readonly prompt: string; readonly models: readonly string[] };
  readonly modelCount: number;
  readonly paint: Paint;
}

/** Commands to copy: the same prompt again, then more to try. */
export function commandsText({ url, operationsUrl, key, body, modelCount, paint }: CommandFacts): string {
  const promptUrl = `${url}/api/v1/prompt`;
  const downRequest = { prompt: `[down: anthropic] ${body.prompt}`, models: body.models };
  const authorization = quoteForShell(`Authorization: Bearer ${key}`);
  const request = { url: promptUrl, authorization };
  const everyModel = [
    `MODELS=$(curl -sS ${url}/api/v1/models -H ${authorization} | grep -o '"id":"[^"]*"' | cut -d: -f2- | paste -sd, -)`,
    `curl -sS ${promptUrl} -H ${authorization} -H 'Content-Type: application/json' -d '{"prompt":"Say hello.","models":['"$MODELS"']}'`,
  ];
  const commands: readonly (readonly [string, string])[] = [
    ['The same prompt again, as one JSON answer', curlLine({ ...request, body })],
    [`All ${modelCount} models at once`, everyModel.join('\n')],
    ['One provider down: only its models fail', curlLine({ ...request, body: downRequest })],
    ['What it all cost and how long it took', `curl -sS ${operationsUrl}/metrics | grep ^assay_`],
  ];
  return commands.map(([title, command]) => `\n${paint('bold', title)}\n${command}\n`).join('');
}
