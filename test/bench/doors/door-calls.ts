import { PROMPT, PROMPT_PATH, type Subject } from '../throughput/subjects.ts';

/** The same call at one of the gateway's addresses. */
export interface DoorCall {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** What asks for the answer as it is written. */
  readonly streaming: { readonly headers?: Readonly<Record<string, string>>; readonly body?: object };
  /** What its ratio to the gateway's own address is to be. */
  readonly target: string;
}

const MODEL = 'mistral-large-2512';
const AT_MOST_A_TENTH = 'at most 1.1';

/** What the others are held against. */
export const OWN_CALL: DoorCall = {
  name: PROMPT_PATH,
  path: PROMPT_PATH,
  body: { prompt: PROMPT, models: [MODEL] },
  streaming: { headers: { accept: 'text/event-stream' } },
  target: '',
};

export const DOOR_CALLS: readonly DoorCall[] = [
  OWN_CALL,
  {
    name: '/v1/chat/completions',
    path: '/v1/chat/completions',
    body: { model: MODEL, messages: [{ role: 'user', content: PROMPT }] },
    streaming: { body: { stream: true } },
    target: AT_MOST_A_TENTH,
  },
  {
    name: '/v1/responses',
    path: '/v1/responses',
    body: { model: MODEL, input: PROMPT },
    streaming: { body: { stream: true } },
    target: AT_MOST_A_TENTH,
  },
  { ...OWN_CALL, name: `${PROMPT_PATH} again`, target: '1: the rest is noise' },
];

/** A gateway as one that is asked in this way only; its processor time is that of the whole process. */
export function askedBy<Gateway extends Subject>(
  gateway: Gateway,
  { name, path, body, streaming }: DoorCall,
  how: 'whole' | 'streamed',
): Gateway {
  const isStreamed = how === 'streamed';
  const text = JSON.stringify({ ...body, ...(isStreamed && streaming.body) });
  const { 'content-type': type = '', authorization = '' } = gateway.headers;
  return {
    ...gateway,
    name,
    url: new URL(path, gateway.url).href,
    headers: { 'content-type': type, authorization, ...(isStreamed && streaming.headers) },
    body: () => text,
  };
}
