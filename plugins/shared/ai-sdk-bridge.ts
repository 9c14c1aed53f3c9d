import { randomBytes } from 'node:crypto';
import {
  Base64Slot,
  type Attachment,
  type CallDelta,
  type ModelCall,
  type ModelReply,
  type StreamReader,
  type WireBody,
  type WireJson,
  type WireRequest,
} from '../../core/contract.ts';
import type { Factory, SdkModel } from './ai-sdk-factory.ts';
import type { AiSdkOptions } from './ai-sdk-options.ts';
import { sdkOptions } from './ai-sdk-prompt.ts';
import { readGenerated } from './ai-sdk-reply.ts';
import { readInBandFault } from './chat-errors.ts';
import { isObject, MALFORMED, member, textOf } from './read-reply.ts';
import { STREAM_READERS } from './streams/stream-readers.ts';
import { setFields } from './wire-body.ts';

/** A provider package's model between the gateway's own sending: it writes into one `fetch` and reads from another. */
export interface Bridge {
  buildRequest(call: ModelCall): Promise<WireRequest>;
  readReply(reply: unknown, call: ModelCall): Promise<ModelReply>;
  readModel(reply: unknown): string | undefined;
  /** Only where the manifest says whose events the provider streams. */
  readonly stream?: StreamReader;
  /** @throws Error where the package makes no model, or wants settings the manifest does not give. */
  probe(): void;
}

/** Stands for the manifest's base URL; the name is reserved (RFC 6761) and leads nowhere. */
const BASE_URL = 'https://assay.invalid';
/** Unguessable, so that no prompt can hold one and be taken for a key or a file. */
const KEY = `assay-${randomBytes(16).toString('hex')}`;
const FILE = randomBytes(16).toString('hex');
/** What the gateway writes itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);

/** Thrown through the package, which has nothing more to do. */
class Captured extends Error {}

export function createBridge(factory: Factory, options: AiSdkOptions): Bridge {
  const modelWith = (modelId: string, send: typeof fetch): SdkModel =>
    factory({ ...options.settings, baseURL: BASE_URL, apiKey: KEY, fetch: send }, modelId);
  const ask = (call: ModelCall, send: typeof fetch, streamed = false): Promise<unknown> => {
    const model = modelWith(call.model.upstream, send);
    const asked = sdkOptions(call, standIns(call), { ...options, version: model.specificationVersion });
    return streamed && model.doStream !== undefined ? model.doStream(asked) : model.doGenerate(asked);
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
    return wireRequest({ request, body, call, packageName: options.package });
  };
  const reader = STREAM_READERS.get(options.events ?? '');
  return {
    probe() {
      const model = modelWith('probe', () => Promise.reject(new Captured()));
      if (reader !== undefined && model.doStream === undefined)
        throw new Error(
          `the package ${options.package} cannot stream; remove bridge.options.events from the manifest`,
        );
    },
    buildRequest: (call) => write(call, false),
    // A package reads streams by promises, and a fold is a pure step: the format's own fold reads along, and the package
    // then reads the reply that came of it.
    ...(reader !== undefined && { stream: bridgedStream(reader, write) }),
    // A package tells it only beside an answer it can read; these are the names that formats have for it.
    readModel: (reply) =>
      textOf(member(reply, 'model')) || textOf(member(reply, 'modelVersion')) || undefined,
    async readReply(reply, call) {
      if (!isObject(reply)) return MALFORMED;
      const error = member(reply, 'error');
      if (error !== undefined && error !== null) return { fault: readInBandFault(reply) };
      try {
        return readGenerated(await ask(call, () => Promise.resolve(Response.json(reply))));
      } catch {
        // The package's own schema of a reply does not fit it.
        return MALFORMED;
      }
    },
  };
}

/** A package does not say what a provider wants back with a call, so neither does the stream of its events. */
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

/** Base64 text for each attachment, of whole groups of four, so that it is taken for a file's own. */
function standIns({ attachments }: ModelCall): readonly string[] {
  return attachments.map((_file, index) => FILE + String(index).padStart(4, '0'));
}

interface Sent {
  readonly request: Request;
  readonly body: string;
  readonly call: ModelCall;
  readonly packageName: string;
}

function wireRequest({ request, body, call, packageName }: Sent): WireRequest {
  const url = new URL(request.url);
  if (request.method !== 'POST' || url.origin !== BASE_URL || request.url.includes(KEY) || body.includes(KEY))
    throw new Error(
      `the package ${packageName} does not POST to the address it is given, or sends its key outside a header: it cannot be used`,
    );
  const parsed: unknown = JSON.parse(body);
  const files = new Map(standIns(call).map((standIn, index) => [standIn, call.attachments[index]] as const));
  const found = withFiles(parsed, files);
  if (typeof found !== 'object' || found === null || found instanceof Base64Slot || Array.isArray(found))
    throw new Error(`the package ${packageName} sends a body that is no JSON object: it cannot be used`);
  // A list has been ruled out; what stays is an object.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const plain = found as WireBody;
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

/** The body with a slot where a file's stand-in is, so that the file itself is never copied. */
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
