/**
 * @typedef {object} FieldError
 * @property {string} pointer RFC 6901, such as `/generation_settings/temperature`.
 * @property {string} message
 */

/** More than any problem the gateway writes; a proxy's error page is cut there. */
const MAX_BODY_BYTES = 262_144;

/** Of a problem's `type`, before its code. */
const TYPE = 'urn:assay:problem:';

/** The gateway's refusal (RFC 9457), or whatever else stood in the way of an answer. */
export class GatewayProblem extends Error {
  /** @param {{ status: number, code?: string | undefined, title: string, detail?: string | undefined, errors?: readonly FieldError[], estimatedCreditsRequired?: number | undefined, creditsUsed?: number | undefined, retryAfterSeconds?: number | undefined }} facts */
  constructor({
    status,
    code,
    title,
    detail,
    errors = [],
    estimatedCreditsRequired,
    creditsUsed,
    retryAfterSeconds,
  }) {
    super(detail === undefined ? title : `${title}. ${detail}`);
    this.name = 'GatewayProblem';
    /** HTTP status. */
    this.status = status;
    /** Such as `rate-limited`; undefined where it is no gateway that answers. */
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    /** With a 402: credits that must be available. */
    this.estimatedCreditsRequired = estimatedCreditsRequired;
    /** With `result-not-retained`: what the request was charged. */
    this.creditsUsed = creditsUsed;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * What a reply that is no success says.
 * @param {Response} reply
 * @returns {Promise<GatewayProblem>}
 */
export async function readProblem(reply) {
  const body = parseObject(await readStart(reply));
  const title = body['title'];
  const detail = body['detail'];
  const credits = body['estimatedCreditsRequired'];
  const type = body['type'];
  const used = body['creditsUsed'];
  const retryAfter = Number.parseInt(reply.headers.get('retry-after') ?? '', 10);
  return new GatewayProblem({
    status: reply.status,
    code: typeof type === 'string' && type.startsWith(TYPE) ? type.slice(TYPE.length) : undefined,
    title: typeof title === 'string' ? title : `The server answered ${reply.status} and is no Assay gateway`,
    detail: typeof detail === 'string' ? detail : undefined,
    errors: Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [],
    estimatedCreditsRequired: typeof credits === 'number' ? credits : undefined,
    creditsUsed: typeof used === 'number' ? used : undefined,
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

/**
 * @param {Response} reply
 * @returns {Promise<string>}
 */
async function readStart(reply) {
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

/**
 * @param {string} text
 * @returns {Readonly<Record<string, unknown>>}
 */
function parseObject(text) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * @param {unknown} value
 * @returns {value is FieldError}
 */
function isFieldError(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pointer' in value &&
    typeof value.pointer === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
