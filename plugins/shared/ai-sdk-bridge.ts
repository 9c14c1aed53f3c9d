import { randomBytes } from 'node:crypto';
import {
  Base64Slot,
  type Attachment,
  type CallDelta,
  type ModelCall,
  type StreamReader,
  type WireBody,
  type WireJson,
  type WirePlugin,
  type WireRequest,
} from '../../core/contract.ts';
import type { Factory, SdkModel } from './ai-sdk-factory.ts';
import { STREAM_READERS, type AiSdkOptions } from './ai-sdk-options.ts';
import { sdkOptions } from './ai-sdk-prompt.ts';
import { readGenerated } from './ai-sdk-reply.ts';
import { readInBandFault } from './chat-errors.ts';
import { isObject, MALFORMED, member, textOf } from './read-reply.ts';
import { setFields } from './wire-body.ts';

/** The parts of a plugin that a package writes and reads. Streams need the format of the events in the manifest. */
type Bridge = Pick<WirePlugin, 'buildRequest' | 'readReply' | 'readModel' | 'stream'>;

/** A placeholder for the manifest's base URL. The name is reserved (RFC 6761) and does not resolve. */
const BASE_URL = 'https://assay.invalid';
/** Random, so that no prompt can contain the placeholder of a key or a file. */
const KEY = `assay-${randomBytes(16).toString('hex')}`;
const FILE = randomBytes(16).toString('hex');
/** Headers that the gateway writes itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);

/** Thrown through the package to end its call. */
class Captured extends Error {}

/**
 * Makes a package's model write requests into one `fetch` and read replies from another. The gateway does the sending.
 * @throws Error if the package makes no model, or needs settings that the manifest lacks.
 */
export function createBridge(factory: Factory, options: AiSdkOptions): Bridge {
  const modelWith = (modelId: string, send: typeof fetch): SdkModel =>
    factory({ ...options.settings, baseURL: BASE_URL, apiKey: KEY, fetch: send }, modelId);
  const ask = (call: ModelCall, send: typeof fetch, streamed = false): Promise<unknown> => {
    const model = modelWith(call.model.upstream, send);
    const sdkCall = sdkOptions(call, standIns(call), { ...options, version: model.specificationVersion });
    return streamed && model.doStream !== undefined ? model.doStream(sdkCall) : model.doGenerate(sdkCall);
  };
  const write = async (call: ModelCall, streamed: boolean): Promise<WireRequest> => {
    let request: Request | undefined;
    let body: string | undefined;
    const capture: typeof fetch = async (input, init) => {
      if (request === undefined) {
        request = new Request(input, init);
        body = await request.text();
      }
      throw new Captured();
    };
    const failure = await ask(call, capture, streamed).catch((error: unknown) => error);
    if (request === undefined || body === undefined)
      throw new Error(`the package ${options.package} sends nothing for this call`, { cause: failure });
    return wireRequest(request, body, call, options.package);
  };
  const reader = STREAM_READERS.get(options.events ?? '');
  const probe = modelWith('probe', () => Promise.reject(new Captured()));
  if (reader !== undefined && probe.doStream === undefined)
    throw new Error(
      `the package ${options.package} cannot stream; remove bridge.options.events from the manifest`,
    );
  return {
    buildRequest: (call) => write(call, false),
    // A package reads streams asynchronously, but a fold is a pure step. So the fold of the format reads the events, and
    // the package reads the whole reply.
    ...(reader !== undefined && { stream: bridgedStream(reader, write) }),
    // A package returns the name only with an answer that it can read, so the members of all formats are tried.
    readModel: (reply) =>
      textOf(member(reply, 'model')) || textOf(member(reply, 'modelVersion')) || undefined,
    async readReply(reply, call) {
      if (!isObject(reply)) return MALFORMED;
      const error = member(reply, 'error');
      if (error !== undefined && error !== null) return { fault: readInBandFault(reply) };
      try {
        return readGenerated(await ask(call, () => Promise.resolve(Response.json(reply))));
      } catch {
        // The reply does not match the package's schema.
        return MALFORMED;
      }
    },
  };
}

/** A package does not return the data that a provider wants back with a call, so the stream leaves it out too. */
function bridgedStream(
  reader: StreamReader,
  write: (call: ModelCall, streamed: boolean) => Promise<WireRequest>,
): StreamReader {
  return {
    ...reader,
    request: (_whole, call) => write(call, true),
    fold(reply, event, call) {
      const step = reader.fold(reply, event, call);
      return step.calls === undefined ? step : { ...step, calls: step.calls.map(withoutCarried) };
    },
  };
}

function withoutCarried({ begins, ...delta }: CallDelta): CallDelta {
  return begins === undefined ? delta : { ...delta, begins: { id: begins.id, name: begins.name } };
}

/** Valid base64 as a placeholder for each attachment. */
function standIns({ attachments }: ModelCall): readonly string[] {
  return attachments.map((_file, index) => FILE + String(index).padStart(4, '0'));
}

function wireRequest(request: Request, body: string, call: ModelCall, packageName: string): WireRequest {
  const url = new URL(request.url);
  if (request.method !== 'POST' || url.origin !== BASE_URL || request.url.includes(KEY) || body.includes(KEY))
    throw new Error(
      `the package ${packageName} does not POST to the address it is given, or sends its key outside a header: it cannot be used`,
    );
  const parsed: unknown = JSON.parse(body);
  const files = new Map(standIns(call).map((standIn, index) => [standIn, call.attachments[index]] as const));
  const filled = withFiles(parsed, files);
  if (typeof filled !== 'object' || filled === null || filled instanceof Base64Slot || Array.isArray(filled))
    throw new Error(`the package ${packageName} sends a body that is no JSON object: it cannot be used`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Array.isArray` does not narrow a readonly array
  const plain = filled as WireBody;
  return {
    path: url.pathname + url.search,
    body: setFields(plain, call.fields),
    headers: headersOf(request),
  };
}

function headersOf({ headers }: Request): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...headers].filter(([name, value]) => !OWN_HEADERS.has(name) && !value.includes(KEY)),
  );
}

/** Replaces the placeholders of files by slots, so that files are not copied. */
function withFiles(value: unknown, files: ReadonlyMap<string, Attachment | undefined>): WireJson {
  if (typeof value === 'string') return slotOf(value, files) ?? value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withFiles(one, files));
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, files)]));
}

function slotOf(text: string, files: ReadonlyMap<string, Attachment | undefined>): Base64Slot | undefined {
  const place = files.size === 0 ? -1 : text.lastIndexOf(FILE);
  const attachment = place < 0 ? undefined : files.get(text.slice(place));
  return attachment === undefined ? undefined : new Base64Slot(attachment, text.slice(0, place));
}
