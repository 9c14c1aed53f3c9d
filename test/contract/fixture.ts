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

/** One recorded exchange: what was asked, the request it must become, the reply and what it means. */
export interface Fixture {
  readonly name: string;
  /** Folder under test/fixtures: a provider's id, or a format that no provider of ours speaks unchanged. */
  readonly provider: string;
  /** Where the reply's shape and arithmetic come from. */
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

/** A `ModelCall` as JSON; what is left out is empty. */
export interface FixtureCall {
  readonly model: string;
  /** Stands in for the model's own where the fixture shows a form no model of ours uses today. */
  readonly schemaEnforcement?: Model['schemaEnforcement'];
  readonly system?: readonly FixtureText[];
  readonly turns: readonly (FixtureText & { readonly role: Turn['role'] })[];
  readonly settings: ModelCall['settings'];
  readonly fields?: JsonObject;
  readonly outputSchema?: JsonObject;
}

const FOLDER = join(import.meta.dirname, '../fixtures');
/** Chat Completions as OpenAI itself speaks it, which no manifest of ours needs. */
const PLAIN_FORMAT = 'chat-completions';

/** Every fixture of the registry's providers and of the formats. Other folders under test/fixtures are not ours. */
export function readFixtures(registry: Registry): readonly Fixture[] {
  const folders = [...registry.providers.map(({ id }) => id), PLAIN_FORMAT];
  return folders.flatMap((provider) =>
    readdirSync(join(FOLDER, provider)).map((file) => {
      // The file's form is this module's own; the tests fail where it differs.
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

/** @throws where the fixture names a model that is in no manifest. */
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
