import { isJsonArray, isJsonObject } from '../../manifests/load/json-values.ts';
import { readCredentials, type Environment } from '../../config.ts';
import { readKeyFiles, withFileKeys } from '../../config/key-files.ts';
import type { Auth, Json } from '../../contract.ts';
import { onOneLine } from '../../terminal/printable-text.ts';

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 4 * 1_048_576;
const MAX_NAMES = 1_000;
const MAX_NAME_CHARACTERS = 128;

/**
 * What a provider calls its models, from `<base URL>/models`, which most formats have. Only a help for a person: a
 * server that does not answer, or not like this, offers nothing. Never rejects.
 */
export async function offeredModels(
  environment: Environment,
  server: { readonly baseUrl: string; readonly auth: Auth },
): Promise<readonly string[]> {
  try {
    const withKeys = withFileKeys(environment, await readKeyFiles(environment, [server]));
    const [credentials] = readCredentials(withKeys, server.auth);
    // Nothing is signed here, and a missing key would only bring a refusal.
    if (credentials === undefined || credentials.kind === 'accessKey') return [];
    const reply = await fetch(`${server.baseUrl.replace(/\/+$/, '')}/models`, {
      headers: {
        accept: 'application/json',
        ...(credentials.kind === 'token' && { [credentials.header]: credentials.value }),
      },
      // A key goes nowhere but where the operator said.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return reply.ok ? namesIn(JSON.parse(await boundedText(reply))) : [];
  } catch {
    return [];
  }
}

async function boundedText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new RangeError('the list is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `data` holds objects with an `id`, or `models` objects with a `name`, which may begin with `models/`. */
function namesIn(reply: Json): readonly string[] {
  if (!isJsonObject(reply)) return [];
  const listed = [reply['data'], reply['models']].find(isJsonArray) ?? [];
  const names = listed.slice(0, MAX_NAMES).map((entry) => {
    const name = isJsonObject(entry) ? (entry['id'] ?? entry['name']) : undefined;
    return typeof name === 'string' ? name.replace(/^models\//, '') : '';
  });
  const usable = names.filter(
    (name) => name !== '' && name.length <= MAX_NAME_CHARACTERS && onOneLine(name) === name,
  );
  return [...new Set(usable)].toSorted();
}
