import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findPackage, PACKAGE_MARK } from '../../manifests/load/find-package.ts';
import { pluginName } from '../../manifests/load/find-plugins.ts';
import { linkInput } from '../../../codegen/link-input.ts';
import { ManifestError } from '../../manifests/load/manifest-problem.ts';
import { readGeneratorInput } from '../../manifests/load/read-input.ts';
import type { Json, StreamEvent, WirePlugin } from '../../contract.ts';
import { checkPlugin, type Finding } from '../../plugin-check/check-plugin.ts';
import { ANY_SCHEMA, sampleModel, sampleProvider } from '../../plugin-check/sample-entry.ts';
import { loadPlugin, plugIn } from '../../registry/load-plugin.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { formatTable, defineCommand, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { counted, refuseProblems, tell } from './manifest-folder.ts';

const TABLE: CommandTable = {
  command: 'assay plugin',
  purpose: 'hold a plugin to the contract.',
  forms: [
    {
      verb: 'test',
      words: ['FILE'],
      inline: '[--manifest FILE] [--reply FILE] [--stream FILE] [--model-member NAME]',
    },
  ],
  notes: `FILE is a plugin's file, or ${PACKAGE_MARK}NAME for a package installed here. It is put through the cases the built-in formats
are held to, and each that fails is told with what to do. Nothing is sent.`,
  options: {
    manifest: {
      value: 'FILE',
      says: "the manifest that names the plugin: every model's own cases. Without it a sample model that takes everything is asked",
    },
    reply: {
      value: 'FILE',
      says: 'one reply of the real provider, as JSON: its text and tokens must be found. Without it this stays owed',
    },
    stream: {
      value: 'FILE',
      says: 'the events of one streamed reply, one a line as JSON: { "name": "", "data": ... }, where the name is the event\'s type as the framing has it. Its end, text and tokens must be found; owed without it',
    },
    'model-member': {
      value: 'NAME',
      says: 'the member of the request that names the model, or a JSON Pointer to it such as /input/model, for a format that names it neither in the member model nor in the path',
    },
  },
  json: 'print JSON: { ok, plugin, findings }; a finding is { model, case, status, advice }, where status is ok, owed (not shown yet) or failed',
  closing: `Exit code 0 where nothing has failed, 1 where something has.`,
  examples: ['assay plugin test plugins/aurora-chat.ts --manifest manifests/aurora.yaml --reply reply.json'],
};

export const plugin: Command = defineCommand(TABLE, async (args) => {
  const [, place = ''] = args.positionals;
  const file = fileOf(place);
  const name = place.startsWith(PACKAGE_MARK) ? place : pluginName(file);
  const made = await loadPlugin(file);
  const entries = await entriesFor(name, made, args.text('manifest'));
  const reply = await readReply(args.text('reply'));
  const stream = await readStream(args.text('stream'));
  const member = args.text('model-member');
  const findings = await checkPlugin(entries, { reply, stream }, member && pointerTo(member));
  const ok = findings.every(({ status }) => status !== 'failed');
  if (args.json) tell(`${JSON.stringify({ ok, plugin: name, findings }, undefined, 2)}\n`);
  else tell(asText(findings));
  return ok ? 0 : 1;
});

/** A name is a member of the request itself. */
function pointerTo(member: string): string {
  return member.startsWith('/') ? member : `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function fileOf(place: string): string {
  if (!place.startsWith(PACKAGE_MARK)) return resolve(place);
  const name = place.slice(PACKAGE_MARK.length);
  const file = findPackage(name);
  if (file === undefined)
    throw new Error(`the package ${name} is not installed in this folder; run: npm install ${name}`);
  return file;
}

/** @throws Error where the manifest is wrong, or names another plugin. */
async function entriesFor(
  name: string,
  made: WirePlugin,
  manifest: string | undefined,
): Promise<readonly RegistryEntry[]> {
  if (manifest === undefined) {
    const provider = sampleProvider({ plugin: name, promptCacheKey: '/cacheKey', schemaSubset: ANY_SCHEMA });
    return [{ model: sampleModel(), ...(await plugIn(provider, made)) }];
  }
  const manifests = new Map([[manifest, await readFile(manifest, 'utf8')]]);
  const input = await readGeneratorInput(manifests, undefined);
  const { providers, models } = linked({ ...input, plugins: [...input.plugins, name] });
  const [provider] = providers;
  if (provider?.plugin !== name)
    throw new Error(`${manifest} names the plugin ${provider?.plugin}, and this is ${name}; name it there`);
  const plugged = await plugIn(provider, made);
  return models.map((model) => ({ model, ...plugged }));
}

function linked(input: Parameters<typeof linkInput>[0]): ReturnType<typeof linkInput>['registry'] {
  try {
    return linkInput(input).registry;
  } catch (error) {
    if (error instanceof ManifestError) refuseProblems(error.problems, input.manifests);
    throw error;
  }
}

async function readReply(file: string | undefined): Promise<Json | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8');
  try {
    const reply: Json = JSON.parse(text);
    return reply;
  } catch (cause) {
    throw new Error(`${file} is not JSON; save the body of one reply there`, { cause });
  }
}

async function readStream(file: string | undefined): Promise<readonly StreamEvent[] | undefined> {
  if (file === undefined) return undefined;
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [readEvent(line, `${file}:${index + 1}`)],
  );
}

function readEvent(line: string, where: string): StreamEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event === 'object' && event !== null && 'data' in event) {
      const name = 'name' in event && typeof event.name === 'string' ? event.name : '';
      return { name, data: event.data };
    }
  } catch {
    // It is told below.
  }
  throw new Error(`${where} is no event; write one a line: { "name": "", "data": ... }`);
}

function asText(findings: readonly Finding[]): string {
  const count = (wanted: Finding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  const rows = findings.map(({ model, case: name, status, advice }) => ({
    status,
    model,
    case: name,
    'what to do': advice,
  }));
  return `${formatTable(rows)}${counted(findings.length, 'case')}: ${count('ok')} ok, ${count('owed')} owed, ${count('failed')} failed\n`;
}
