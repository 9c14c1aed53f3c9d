/** A reader's view of an answer, made of the events it got: what a client of the event stream would show. */
export class ToldSoFar {
  /** Of each entry of `models`; none where no event told of it. */
  readonly texts = new Map<number, string>();
  readonly reasoning = new Map<number, string>();
  /** By index, in the order they came. */
  readonly results = new Map<number, any>();
  readonly names: string[] = [];
  evaluations = 0;
  lastId = '';
  /** Data of the event that ended the stream. */
  last: any;

  take(event: { readonly id: string; readonly name: string; readonly data: any }): void {
    const { name, data } = event;
    this.names.push(name);
    this.lastId = event.id;
    if (name === 'delta') this.texts.set(data.index, (this.texts.get(data.index) ?? '') + data.text);
    else if (name === 'reasoning')
      this.reasoning.set(data.index, (this.reasoning.get(data.index) ?? '') + data.text);
    else if (name === 'replaced') {
      this.texts.set(data.index, data.text);
      if (data.text === '') this.reasoning.delete(data.index);
    } else if (name === 'result') {
      if (this.results.has(data.index)) throw new Error(`entry ${data.index} has a second result`);
      this.results.set(data.index, data.result);
    } else if (name === 'evaluation') this.evaluations += 1;
    else if (name === 'done' || name === 'error') this.last = data;
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
