import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelCall, StreamEvent, StreamReader, WirePlugin } from '../../../core/contract.ts';

/** A plugin whose format has streams. */
export type Streaming = WirePlugin & { readonly stream: StreamReader };

/** What folding a stream has told. */
export interface Folded {
  readonly reply: unknown;
  /** The sum of all pieces since the last restart. */
  readonly text: string;
  readonly reasoning: string;
  /** Index of the event that said it was the last; the events behind it are not folded. */
  readonly lastAt: number | undefined;
  /** Index of the first event after which the stream might have ended. */
  readonly endableAt: number | undefined;
  readonly restarts: number;
}

/** @param events are copied, because a fold may keep and change them. */
export function foldStream({ fold }: StreamReader, events: readonly StreamEvent[], call: ModelCall): Folded {
  let reply: unknown;
  let [text, reasoning, restarts] = ['', '', 0];
  let endableAt: number | undefined;
  for (const [index, event] of events.entries()) {
    const step = fold(reply, structuredClone(event), call);
    reply = step.reply;
    if (step.restarts === true) [text, reasoning, restarts] = ['', '', restarts + 1];
    text += step.text ?? '';
    reasoning += step.reasoning ?? '';
    if (step.mayEnd === true || step.isLast === true) endableAt ??= index;
    if (step.isLast === true) return { reply, text, reasoning, lastAt: index, endableAt, restarts };
  }
  return { reply, text, reasoning, lastAt: undefined, endableAt, restarts };
}

const RECORDINGS = join(import.meta.dirname, '../../fixtures/recorded-streams');

/** The events of one recording. @param file without its extension. */
export function readRecording(file: string, framing: StreamReader['framing']): readonly StreamEvent[] {
  const lines = readFileSync(join(RECORDINGS, `${file}.jsonl`), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line): StreamEvent => {
      const data: Readonly<Record<string, unknown>> = JSON.parse(line);
      if (framing === 'sse') return { name: typeof data['type'] === 'string' ? data['type'] : '', data };
      const [[name, payload] = ['', undefined]] = Object.entries(data);
      return { name, data: payload };
    });
}
