import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelCall, StreamEvent, StreamReader, WirePlugin } from '../../../core/contract.ts';

/** A plugin whose format has streams. */
export type Streaming = WirePlugin & { readonly stream: StreamReader };

/** The result of folding a stream. */
export interface Folded {
  readonly reply: unknown;
  /** All pieces since the last restart, joined. */
  readonly text: string;
  readonly reasoning: string;
  /** The index of the event that was marked as the last. Later events are not folded. */
  readonly lastAt: number | undefined;
  /** The index of the first event after which the stream may end. */
  readonly endableAt: number | undefined;
  readonly restarts: number;
}

/** @param events copied, because a fold may keep and change them. */
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
