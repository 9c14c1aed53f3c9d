import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FaultCode,
  FinishReason,
  Json,
  JsonObject,
  Model,
  ModelCall,
  Turn,
} from '../../core/contract.ts';
import type { Usage } from '../../core/billing/read-usage.ts';
import type { Registry, RegistryEntry } from '../../core/registry/registry.ts';
import chatCompletions from '../../plugins/chat-completions.ts';
import { sampleModel, sampleProvider } from '../../core/plugin-check/sample-entry.ts';

/** A recorded exchange: the call, its request, the reply and the result. */
export interface Fixture {
  readonly name: string;
  /** The folder under test/fixtures: a provider's ID, or a format that none of our providers uses unchanged. */
  readonly provider: string;
  /** The source of the reply's shape and arithmetic. */
  readonly source: string;
  readonly call: FixtureCall;
  readonly request: { readonly path: string; readonly body: JsonObject };
  readonly reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Json;
  };
  readonly result?: { readonly text: string; readonly finishReason: FinishReason; readonly usage: Usage };
  readonly fault?: { readonly code: FaultCode; readonly retryable: boolean; readonly retryAfterMs?: number };
}

interface FixtureText {
  readonly text: string;
  readonly cacheBreakpoint?: boolean;
}

/** A `ModelCall` as JSON, without its empty members. */
export interface FixtureCall {
  readonly model: string;
  /** Replaces the model's own, for a form that none of our models uses today. */
  readonly schemaEnforcement?: Model['schemaEnforcement'];
  readonly system?: readonly FixtureText[];
  readonly turns: readonly (FixtureText & { readonly role: Turn['role'] })[];
  readonly settings: ModelCall['settings'];
  readonly fields?: JsonObject;
  readonly outputSchema?: JsonObject;
}

const FOLDER = join(import.meta.dirname, '../fixtures');
/** Chat Completions of OpenAI itself, which none of our manifests uses. */
const PLAIN_FORMAT = 'chat-completions';

/** All fixtures of the registry's providers and of the formats. */
export function readFixtures(registry: Registry): readonly Fixture[] {
  const folders = [...registry.providers.map(({ id }) => id), PLAIN_FORMAT];
  return folders.flatMap((provider) =>
    readdirSync(join(FOLDER, provider)).map((file) => {
      // The tests fail if a file has another form.
      const content: Omit<Fixture, 'name' | 'provider'> = JSON.parse(
        readFileSync(join(FOLDER, provider, file), 'utf8'),
      );
      return { ...content, provider, name: `${provider}/${file}` };
    }),
  );
}

export interface PreparedCall {
  readonly entry: RegistryEntry;
  readonly call: ModelCall;
}

/** @throws Error if no manifest has the model of the fixture. */
export function prepareCall(
  { provider, call }: Pick<Fixture, 'provider' | 'call'>,
  registry: Registry,
): PreparedCall {
  const entry = provider === PLAIN_FORMAT ? plainEntry(call.model) : registry.find(call.model);
  if (entry === undefined || entry.model.provider !== provider) {
    throw new Error(`${provider} serves no model ${call.model}: name another in the fixture`);
  }
  const model = {
    ...entry.model,
    schemaEnforcement: call.schemaEnforcement ?? entry.model.schemaEnforcement,
  };
  return {
    entry,
    call: {
      model,
      provider: entry.provider,
      system: (call.system ?? []).map(withBreakpoint),
      turns: call.turns.map(withBreakpoint),
      attachments: [],
      settings: call.settings,
      fields: new Map(Object.entries(call.fields ?? {})),
      outputSchema: call.outputSchema,
    },
  };
}

function withBreakpoint<Text extends FixtureText>(text: Text): Text & { readonly cacheBreakpoint: boolean } {
  return { ...text, cacheBreakpoint: text.cacheBreakpoint ?? false };
}

function plainEntry(upstream: string): RegistryEntry {
  return {
    plugin: chatCompletions,
    provider: sampleProvider({ id: PLAIN_FORMAT, wire: { systemRole: 'developer' } }),
    model: sampleModel({ provider: PLAIN_FORMAT, upstream }),
  };
}
