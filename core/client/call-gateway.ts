import { readProblem } from './gateway-problem.ts';

/** The address of a gateway and an API key. */
export interface GatewayTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

interface GatewayCall extends Pick<RequestInit, 'method' | 'redirect' | 'signal'> {
  /** The body. A call that has one is a POST. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls an address below `/api/v1`.
 * @throws GatewayProblem if the gateway refuses; Error if it does not answer.
 */
export async function callGateway(
  { url, key }: GatewayTarget,
  path: string,
  { json, headers, ...init }: GatewayCall = {},
): Promise<Response> {
  const reply = await fetch(`${url}/api/v1${path}`, {
    credentials: 'omit',
    cache: 'no-store',
    ...(json !== undefined && { method: 'POST', body: json }),
    ...init,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });
  if (!reply.ok) throw await readProblem(reply);
  return reply;
}

/** The same for an answer in JSON, which is not checked against its generated type. */
export async function readGateway<T>(...call: Parameters<typeof callGateway>): Promise<T> {
  const answer: T = JSON.parse(await (await callGateway(...call)).text());
  return answer;
}

/** The same for an answer in events. */
export async function openEvents(
  target: GatewayTarget,
  path: string,
  call: GatewayCall,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: 'text/event-stream', ...call.headers };
  const { body } = await callGateway(target, path, { ...call, headers });
  if (body === null) throw new Error('The gateway sent no events.');
  return body;
}

/** The cause of a failed fetch: the system's error code, such as ECONNREFUSED, and its message. */
export function networkError(error: unknown): {
  readonly code: string | undefined;
  readonly message: string;
} {
  const failure = error instanceof Error ? (error.cause ?? error) : error;
  const message = failure instanceof Error ? failure.message : 'the connection failed';
  const hasCode = failure instanceof Error && 'code' in failure && typeof failure.code === 'string';
  return { code: hasCode ? String(failure.code) : undefined, message };
}
