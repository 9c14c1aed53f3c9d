import type { Result } from '../../../core/generated/prompt-response.ts';

/** A reader's view of an answer, made of the events it got: what a client of the event stream would show. */
export class ReceivedEvents {
  /** Of each entry of `models`; none where no event told of it. */
  readonly texts = new Map<number, string>();
  readonly reasoning = new Map<number, string>();
  /** By index, in the order they came. */
  readonly results = new Map<number, Result>();
  readonly names: string[] = [];
  evaluations = 0;
  lastId = '';
  /** Data of the event that ended the stream. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of answers whose shape is what they test
  last: any;

  take({ id, name, data }: { readonly id: string; readonly name: string; readonly data: unknown }): void {
    // The gateway's own answers.
    const { index, text = '', result } = Object(data) as Partial<OfEntry>;
    this.names.push(name);
    this.lastId = id;
    if (name === 'done' || name === 'error') this.last = data;
    else if (name === 'evaluation') this.evaluations += 1;
    if (index === undefined) return;
    if (name === 'delta') this.texts.set(index, (this.texts.get(index) ?? '') + text);
    else if (name === 'reasoning') this.reasoning.set(index, (this.reasoning.get(index) ?? '') + text);
    else if (name === 'replaced') {
      this.texts.set(index, text);
      if (text === '') this.reasoning.delete(index);
    } else if (name === 'result' && result !== undefined) {
      if (this.results.has(index)) throw new Error(`entry ${index} has a second result`);
      this.results.set(index, result);
    }
  }

  /** Takes the whole text of an event stream. @returns itself. */
  read(text: string): this {
    for (const [, id = '', name = '', data = ''] of text.matchAll(
      /^id: (.*)\nevent: (\w+)\ndata: (.*)\n\n/gm,
    ))
      this.take({ id, name, data: JSON.parse(data) });
    return this;
  }

  /** How many events of this name came. */
  count(name: string): number {
    return this.names.filter((one) => one === name).length;
  }
}

interface OfEntry {
  readonly index: number;
  readonly text: string;
  readonly result: Result;
}
