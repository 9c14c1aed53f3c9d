import { listOf, objectOf } from './request-parts.ts';

export interface FieldError {
  /** RFC 6901, such as `/generation_settings/temperature`. */
  readonly pointer: string;
  readonly message: string;
}

interface ExhaustedBudget {
  readonly scope: 'account' | 'key';
  readonly period: 'day' | 'month';
}

/** More than any problem of the gateway; longer error pages of a proxy are cut. */
const MAX_BODY_BYTES = 262_144;

/** Start of a problem's `type`, before its code. */
const TYPE_PREFIX = 'urn:assay:problem:';

type Refusal = Pick<GatewayProblem, 'status' | 'title'> & Partial<Omit<GatewayProblem, keyof Error>>;

/** A refusal of the gateway (RFC 9457), or the error page of another server that answered in its place. */
export class GatewayProblem extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Such as `rate-limited`; undefined if another server answered. */
  readonly code: string | undefined;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[];
  /** With a 402: credits that must be available. */
  readonly estimatedCreditsRequired: number | undefined;
  /** With `budget-exhausted`: whose budget does not fit the request, and its period. */
  readonly budget: ExhaustedBudget | undefined;
  /** With `result-not-retained`: what the request was charged. */
  readonly creditsUsed: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal) {
    const { title, detail } = refusal;
    super(detail === undefined ? title : `${title}. ${detail}`);
    this.name = 'GatewayProblem';
    this.status = refusal.status;
    this.code = refusal.code;
    this.title = title;
    this.detail = detail;
    this.errors = refusal.errors ?? [];
    this.estimatedCreditsRequired = refusal.estimatedCreditsRequired;
    this.budget = refusal.budget;
    this.creditsUsed = refusal.creditsUsed;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** Reads the problem of a reply whose status is not a success. */
export async function readProblem(reply: Response): Promise<GatewayProblem> {
  const body = parseObject(await readStart(reply));
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  const number = (name: string) => (typeof body[name] === 'number' ? body[name] : undefined);
  const type = text('type') ?? '';
  const retryAfter = Number.parseInt(reply.headers.get('retry-after') ?? '', 10);
  return new GatewayProblem({
    status: reply.status,
    code: type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : undefined,
    title: text('title') ?? `The server answered ${reply.status} and is no Assay gateway`,
    detail: text('detail'),
    errors: listOf(body['errors']).filter(isFieldError),
    estimatedCreditsRequired: number('estimatedCreditsRequired'),
    budget: budgetOf(body['budget']),
    creditsUsed: number('creditsUsed'),
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

async function readStart(reply: Response): Promise<string> {
  const reader = reply.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (bytes < MAX_BODY_BYTES) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function budgetOf(value: unknown): ExhaustedBudget | undefined {
  const { scope, period } = objectOf(value);
  if (scope !== 'account' && scope !== 'key') return undefined;
  return period === 'day' || period === 'month' ? { scope, period } : undefined;
}

function isFieldError(value: unknown): value is FieldError {
  const { pointer, message } = objectOf(value);
  return typeof pointer === 'string' && typeof message === 'string';
}
