export interface ServerEvent {
  /** Of this event or, if it has none, of the last one that had. */
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** A `done` event carries every output of the request on one line. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024;

/**
 * Server-sent events of a body (WHATWG HTML, 9.2.6): fields up to an empty line, comments ignored, an event that the
 * end cuts short dropped. Retry times are not used here.
 * @throws Error where a line is longer than 64 Mi characters.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) {
        const given = id === undefined ? {} : { id };
        yield { ...given, event: event === '' ? 'message' : event, data: data.join('\n') };
      }
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
}

/** Complete lines, whether they end with LF, CR or both. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  let endsWithReturn = false;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    const lines = text.slice(endsWithReturn && text.startsWith('\n') ? 1 : 0).split(/\r\n|\r|\n/);
    endsWithReturn = text.endsWith('\r');
    const rest = lines.pop() ?? '';
    for (const end of lines) {
      yield [...pieces, end].join('');
      pieces = [];
      length = 0;
    }
    pieces.push(rest);
    length += rest.length;
    if (length > MAX_LINE_CHARACTERS) throw new Error('the gateway sent a line longer than 64 Mi characters');
  }
}
